"""The verbs that tell an event in a Japanese clause, in the forms in which they do, as one pattern."""

import re

from pipeline.read.ja_alternatives import by_first_character

_TURN = r"(?:自分・相手|お互い|自分|相手)の?(?:ターン|メイン|バトル|エンド|スタンバイ|ダメージ)"
# What may stand behind the past form of an event: the moment it gives, or another alternative.
_MOMENT = (
    r"(?=場合|時|とき|際|度|ターン|後|瞬間|、|。|または|もしくは|か(?:、|[^らかけ])|事|状態|その?ダメージ|ダメージ|バトル|エンド|メイン"
    rf"|スタンバイ|{_TURN}|$)"
)
_PAST = rf"た{_MOMENT}"
# Behind "each time".
_EACH = "(?=度)"
# A continuative joins two verbs to one event ("destroyed and sent").
_JOINED = "(?=、|墓地|ゲームから|除外|手札|デッキ|持ち主|フィールド|EX|エクストラ|戦闘|相手|自分|破壊|表側)"
_NOW = rf"(?=場合|時|度|際|その?ダメージ|ダメージ|バトル|{_TURN}|$)"
_SENT = rf"(?:送(?:られ|っ)(?:{_PAST}|て除外)|送られる{_EACH}|送られ{_JOINED}|落ち{_PAST}|捨て(?:られ)?{_PAST})"
_LEFT = rf"(?:離れ|なくなっ)(?:{_PAST}|る{_EACH}|{_JOINED})"
_GONE = rf"離れ(?:{_PAST}|{_JOINED})"
_BANISHED = rf"除外(?:され|し)(?:{_PAST}|る{_EACH}|{_JOINED})"
_TRIBUTED = rf"(?:{_PAST}|{_JOINED}(?=、|墓地))"
_REACHED = rf"[^、。が]{{0,10}}?(?:[0-9](?:つ|枚|体|個)?(?:以[上下])?|以上|以下|同じ)に(?:なっ|達し){_PAST}"
_CHANCE = rf"[^、。]{{0,6}}(?:行|振)(?:う|る|っ)(?:{_EACH}|{_PAST})"
_GAINED = rf"(?:が|を)[^、。]{{0,8}}?(?:回復し{_PAST}|回復する{_EACH})"
_LOST = rf"を[^、。]{{0,8}}?(?:払っ|失っ){_PAST}"
_DONE = rf"(?:し|され){_PAST}"
_STAT = rf"(?:が|は)[^、。]{{0,16}}?(?:変化し|変動し|アップし|ダウンし|なっ){_PAST}"
# The verbs of events, with the forms in which they tell one. The order matters: the first that fits at a place counts. Every form
# begins with a plain literal, which lets the search skip to those.
_PATTERNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "summon",
        (
            r"召喚(?P<also>(?:・リバース|・セット)*)"
            rf"(?:(?:に成功し|され|し|を行っ|をし|が成功し){_PAST}|成功時|時(?=に|、|$)|(?:される|する|に成功する){_EACH})",
        ),
    ),
    ("would", (r"召喚(?:する|される|を行う|しようとする)際",)),
    ("destroyed", (rf"破壊され(?:{_PAST}|る(?=度|時)|{_JOINED})",)),
    ("destroys", (rf"破壊(?:し(?:{_PAST}|{_JOINED}|て(?=墓地[へに]送る度))|する{_EACH})",)),
    (
        "flipped",
        (
            rf"リバース(?:に成功)?し(?:{_PAST}|{_JOINED})",
            rf"リバース(?:し|する){_EACH}",
            rf"表側(?:守備|攻撃)?表示になっ{_PAST}",
        ),
    ),
    ("sent", (rf"墓地(?:へ|に)(?:[^、。]{{0,16}}が)?{_SENT}", rf"捨て(?:られ)?(?:て)?墓地へ{_SENT}")),
    ("banished", (f"ゲームから{_BANISHED}", _BANISHED)),
    ("discarded", (rf"捨て(?:られ)?(?:{_PAST}|る{_EACH}|て墓地へ送(?:られ|っ){_PAST})",)),
    (
        "tributed",
        (
            f"リリース(?:され|し)?{_TRIBUTED}",
            f"リリースされる{_EACH}",
            f"生け贄に捧げ(?:られ)?{_TRIBUTED}",
            f"生け贄に捧げられる{_EACH}",
        ),
    ),
    ("tohand", (rf"加わっ{_PAST}", rf"加え(?:られ)?(?:{_PAST}|る{_EACH})")),
    ("returned", (rf"戻(?:っ|さ|し|され){_PAST}", rf"戻る{_EACH}", "戻った後")),
    ("drawn", (rf"ドロー(?:をし|し|され)?(?:{_PAST}|た後)", rf"ドローする{_EACH}")),
    ("leaves", (f"フィールド(?:上)?(?:から)?{_LEFT}", f"モンスターゾーンから{_LEFT}", f"ゾーンから{_LEFT}", f"場から{_LEFT}")),
    ("away", (f"墓地(?:から)?{_GONE}", f"デッキ(?:から)?{_GONE}", f"除外状態(?:から)?{_GONE}", f"手札(?:から)?{_GONE}")),
    (
        "material",
        (
            r"素材(?:となっ|になっ|とし(?!て)|に(?:さ|使用さ)れ|として(?:使用され|墓地へ送られ|除外され|取り除かれ)|に使用し)"
            rf"(?:{_PAST}|て墓地へ送られ{_PAST}|て|{_JOINED})",
        ),
    ),
    (
        "position",
        (
            rf"表示形式(?:が|を)(?:[^、。]*?)変更(?:(?:され|し){_PAST}|される{_EACH})",
            rf"表示に(?:なっ|変更され|変更し|変わっ|し){_PAST}",
            rf"表示形式が変わっ{_PAST}",
        ),
    ),
    ("control", (rf"コントロール(?:が|を)(?:[^、。]{{0,20}}?)(?:移っ|変更され|変わっ|得|移し|変更し){_PAST}",)),
    ("counter", (rf"カウンター[^、。]{{0,14}}?(?:置かれ|取り除(?:かれ|い)|乗っ){_PAST}",)),
    ("detached", (rf"取り除(?:かれ|い)(?:{_PAST}|{_JOINED})",)),
    ("equipped", (rf"装備(?:(?:され|し)(?:{_PAST}|{_JOINED})|(?:させ|され|す)る{_EACH})",)),
    ("set", (rf"セット(?:され|し){_PAST}",)),
    ("placed", (rf"置(?:かれ|い){_PAST}", rf"置かれる{_EACH}", rf"出(?:され|し)?{_PAST}")),
    ("moved", (rf"移動し{_PAST}",)),
    ("shown", (rf"公開され{_PAST}", rf"見せ{_PAST}", rf"確認し{_PAST}")),
    ("excavated", (rf"めくられ(?:{_PAST}|て墓地へ送られ{_PAST}|{_JOINED})", rf"めくっ{_PAST}")),
    (
        "targeted",
        (rf"対象(?:に(?:なっ|選択され|され|し|選択し)|と(?:なっ|され|し)){_PAST}", r"対象になる(?=度|時)"),
    ),
    (
        "declared",
        (
            rf"攻撃宣言(?:の?(?:時|際)|(?:を)?(?:し|行っ|され){_PAST}|する(?=度|際|時)|を行う(?=度|際|時)|をする|を受け{_PAST})",
            rf"攻撃を宣言し{_PAST}",
        ),
    ),
    ("direct", (rf"直接攻撃(?:に|が)成功し{_PAST}", rf"直接攻撃によって戦闘ダメージを与え{_PAST}")),
    ("attacks", (rf"攻撃(?:し|され|を行っ|をし|を受け){_PAST}", r"攻撃を受けた(?=モンスターが[^、。]*場合)",
            rf"攻撃(?:する|される|を行う|をする){_NOW}")),
    ("reached", (f"が{_REACHED}", f"も{_REACHED}")),
    ("chance", (f"コイントス{_CHANCE}", f"サイコロ{_CHANCE}", rf"シャッフルし{_PAST}")),
    ("battles", (rf"戦闘(?:を行(?:っ(?:{_PAST}|ている)|う{_NOW})|し{_PAST}|する{_NOW})",)),
    ("dealt", (rf"ダメージ(?:計算)?を[^、。が]{{0,14}}?与え(?:{_PAST}|られ{_PAST}|る{_EACH})",)),
    ("taken", (rf"ダメージ(?:を|は)[^、。が]{{0,12}}?(?:受け|喰らっ)(?:{_PAST}|る(?=度|時|場合|ダメージ計算))",)),
    ("arisen", (rf"ダメージ(?:が)?(?:発生し|0になっ){_PAST}",)),
    ("gained", (f"LP{_GAINED}", f"ライフ(?:ポイント)?{_GAINED}", rf"回復し{_PAST}")),
    ("paid", (f"LP{_LOST}", f"ライフ(?:ポイント)?{_LOST}")),
    (
        "activated",
        (
            rf"発動(?:に成功)?(?:し|され|を行っ){_PAST}",
            r"発動(?:する|される)(?=度|時|際)",
            rf"使用し{_PAST}",
        ),
    ),
    ("answered", (r"発動(?:時|にチェーン)",)),
    ("resolved", (f"処理{_DONE}", f"適用{_DONE}")),
    ("negated", (rf"無効(?:に(?:なっ|し|され)|化(?:され|し)){_PAST}",)),
    ("changed", (f"攻撃力(?:・守備力)?{_STAT}", f"守備力(?:・守備力)?{_STAT}", rf"レベルが(?:上がっ|下がっ|変化し){_PAST}")),
)  # fmt: skip
_NAMES = {form: name for name, forms in _PATTERNS for form in forms}
_FORMS = by_first_character(_NAMES)
# An empty group behind each form tells which it was: the number of the match's last group leads to the name (`also` is a group, too).
EVENT = re.compile("|".join(f"{first}(?:{'|'.join(form + '()' for form in rest)})" for first, rest in _FORMS))
NAMES = ("", *(_NAMES[first + form] for first, rest in _FORMS for form in rest for _ in range(2 if "(?P<" in form else 1)))
