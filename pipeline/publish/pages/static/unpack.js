// Data blocks of the page: base64 of a raw deflate stream of JSON.

/** Unpacks the data block of this name; its letters are given back to the browser once they are read. */
async function unpack(name) {
  const block = document.getElementById("data-" + name);
  const letters = atob(block.textContent);
  block.remove();
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

/** An element with a class, attributes and children; strings become text, never markup. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}
