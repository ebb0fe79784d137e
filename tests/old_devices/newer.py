"""What browsers learned after the oldest ones that Cardinal promises: to be used with a fallback, or not at all.

The versions are those of MDN's browser-compat-data 8.1.9 (September 2026), looked up feature by feature: first version
without a flag, a prefix or a named gap, for Chrome, Firefox and Safari on iPads; None: in no version yet. The whole
data is 15 MB for the hundred lines that could concern us: a feature that is missing here is added with its versions.
"""

from dataclasses import dataclass

FLOOR = (105, 121, 15.4)
VALUE, CSS, JS, HTML = "value", "css", "js", "html"
"""Where a feature stands: in the value of a CSS declaration, elsewhere in CSS, in a module, in a template."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Since when browsers know it; a pattern that finds it, and an example that it must find."""

    name: str
    where: str
    since: tuple[float | None, float | None, float | None]
    pattern: str
    example: str

    @property
    def is_newer(self) -> bool:
        return any(version is None or version > floor for version, floor in zip(self.since, FLOOR, strict=True))


def _functions(names: str) -> str:
    return rf"(?<![\w-])(?:{names})\("


def _property(names: str) -> str:
    return rf"(?<![\w-])(?:{names})\s*:"


NEWER = (
    Feature("container units", VALUE, (105, 110, 16), r"\d(?:cqw|cqh|cqi|cqb|cqmin|cqmax)\b", "min(2cqw, 4px)"),
    Feature("dynamic viewport units", VALUE, (108, 101, 15.4), r"\d[dsl]v(?:w|h|i|b|min|max)\b", "100dvh"),
    Feature("line units", VALUE, (111, 120, 16.4), r"\dr?lh\b", "2lh"),
    Feature("glyph units", VALUE, (118, 97, 17.2), r"\dr?(?:cap|ic)\b", "1cap"),
    Feature("color-mix()", VALUE, (111, 113, 16.2), _functions("color-mix"), "color-mix(in srgb, red, blue)"),
    Feature("light-dark()", VALUE, (123, 120, 17.5), _functions("light-dark"), "light-dark(red, blue)"),
    Feature("wide colours", VALUE, (111, 113, 15.4), _functions("oklch|oklab|lch|lab|color"), "oklch(50% .1 20)"),
    Feature("relative colours", VALUE, (131, 133, 18), r"\((?:from)\s", "rgb(from red r g b)"),
    Feature("linear()", VALUE, (113, 112, 17.2), _functions("linear"), "linear(0, 1)"),
    Feature("trigonometry", VALUE, (111, 108, 15.4), _functions("a?sin|a?cos|a?tan|atan2|pow|sqrt|exp"), "sin(1rad)"),
    Feature("round()", VALUE, (138, 118, 15.4), _functions("round|mod|rem|abs|sign"), "round(1.5px, 1px)"),
    Feature("if()", VALUE, (137, None, 27.3), _functions("if|sibling-index|sibling-count"), "if(media(print): 1)"),
    Feature("anchor()", VALUE, (125, 147, 26), _functions("anchor|anchor-size"), "anchor(top)"),
    Feature("calc-size()", VALUE, (129, None, None), _functions("calc-size"), "calc-size(auto, size)"),
    Feature("image-set()", VALUE, (113, 89, 17), _functions("image-set"), "image-set('a.png' 1x)"),
    Feature("subgrid", VALUE, (117, 71, 16), r"\bsubgrid\b", "subgrid"),
    Feature("clip", VALUE, (90, 81, 16), r"^clip$", "clip"),
    Feature("alternative of content", VALUE, (77, 128, 17.4), r'["\w)] / "', '"✓" / ""'),
    Feature("container queries", CSS, (105, 110, 16), r"@container\b", "@container table (width > 1px)"),
    Feature("containers", CSS, (105, 110, 16), _property("container|container-(?:type|name)"), "container: a / size"),
    Feature("@scope", CSS, (118, 146, 26.4), r"@scope\b", "@scope (main)"),
    Feature("@starting-style", CSS, (117, 129, 17.5), r"@starting-style\b", "@starting-style"),
    Feature("@property", CSS, (85, 128, 16.4), r"@property\b", "@property --a"),
    Feature("view transitions", CSS, (126, None, 18.2), r"view-transition", "@view-transition"),
    Feature("@position-try", CSS, (125, 147, 26), r"position-try|position-anchor|anchor-name", "@position-try --a"),
    Feature("nesting", CSS, (120, 117, 17.2), r"&", "& a"),
    Feature("ranges", CSS, (104, 102, 16.4), r"@(?:media|container)[^{]*[<>]", "@media (width >= 1px)"),
    Feature("scripting", CSS, (120, 113, 17), r"\(scripting", "@media (scripting: none)"),
    Feature(":user-invalid", CSS, (119, 88, 16.5), r":user-(?:in)?valid", "input:user-invalid"),
    Feature(":popover-open", CSS, (114, 125, 17), r":popover-open", "div:popover-open"),
    Feature(":open", CSS, (133, 136, 26.5), r":open\b", "details:open"),
    Feature(":modal", CSS, (105, 103, 15.6), r":modal\b", "dialog:modal"),
    Feature(":dir()", CSS, (120, 49, 16.4), r":dir\(", ":dir(rtl)"),
    Feature(":nth-child(of)", CSS, (111, 113, 9), r":nth-(?:last-)?child\([^)]*\bof\b", ":nth-child(2 of .a)"),
    Feature(":state()", CSS, (125, 126, 17.4), r":state\(", ":state(a)"),
    Feature("::highlight()", CSS, (105, 149, 17.2), r"::highlight\(", "::highlight(a)"),
    Feature("::details-content", CSS, (131, 143, 18.4), r"::details-content", "::details-content"),
    Feature("text-wrap", CSS, (114, 121, 17.4), _property("text-wrap|text-wrap-style"), "text-wrap: balance"),
    Feature("text-box", CSS, (133, 154, 18.2), _property("text-box|text-box-trim"), "text-box: trim-both"),
    Feature("scrollbars", CSS, (121, 97, 26.2), _property("scrollbar-(?:gutter|color|width)"), "scrollbar-width: thin"),
    Feature("overscroll", CSS, (144, 150, 16), _property("overscroll-behavior(?:-[xy])?"), "overscroll-behavior: none"),
    Feature("content-visibility", CSS, (85, 125, 18), _property("content-visibility"), "content-visibility: auto"),
    Feature("intrinsic sizes", CSS, (129, None, None), _property("interpolate-size"), "interpolate-size: 1"),
    Feature("field-sizing", CSS, (123, 152, 26.2), _property("field-sizing"), "field-sizing: content"),
    Feature("scroll animation", CSS, (115, 159, 26), r"animation-timeline|scroll-timeline", "animation-timeline: --a"),
    Feature("transition-behavior", CSS, (117, None, 17.4), _property("transition-behavior"), "transition-behavior: a"),
    Feature("mask", CSS, (120, 53, 15.4), _property("mask|mask-image"), "mask: none"),
    Feature("backdrop-filter", CSS, (76, 103, 18), _property("backdrop-filter"), "backdrop-filter: none"),
    Feature("user-select", CSS, (54, 69, None), _property("user-select"), "user-select: none"),
    Feature("hyphens", CSS, (55, 43, 17), _property("hyphens"), "hyphens: auto"),
    Feature("print-color-adjust", CSS, (136, 97, 15.4), _property("print-color-adjust"), "print-color-adjust: exact"),
    Feature("line-clamp", CSS, (None, None, None), _property("line-clamp"), "line-clamp: 2"),
    Feature("copies of arrays", JS, (110, 115, 16), r"\.to(?:Sorted|Reversed|Spliced)\(", "all.toSorted()"),
    Feature("Array.fromAsync", JS, (121, 115, 16.4), r"Array\.fromAsync", "Array.fromAsync(all)"),
    Feature("groupBy", JS, (117, 119, 17.4), r"\.groupBy\(", "Object.groupBy(all, name)"),
    Feature("new promises", JS, (128, 134, 18.2), r"Promise\.(?:withResolvers|try)\b", "Promise.withResolvers()"),
    Feature("sets", JS, (122, 127, 17), r"\.(?:union|intersection|difference|isSubsetOf)\(", "one.union(two)"),
    Feature("iterators", JS, (122, 131, 18.4), r"\.(?:values|keys|entries)\(\)\.[a-z]", "map.values().map(f)"),
    Feature("well-formed text", JS, (111, 119, 16.4), r"\.(?:is|to)WellFormed\(", "text.isWellFormed()"),
    Feature("lookbehind", JS, (62, 78, 16.4), r"\(\?<[=!]", "/(?<=a)b/"),
    Feature("modifiers", JS, (125, 132, 26), r"\(\?[ims]+:", "/(?i:a)/"),
    Feature("static blocks", JS, (94, 93, 16.4), r"\bstatic\s*\{", "static { }"),
    Feature("import attributes", JS, (123, 138, 17.2), r"\bwith\s*\{\s*type", "import a from 'b' with { type: 'c' }"),
    Feature("using", JS, (134, 141, 27.3), r"^\s*(?:await )?using \w", "using file = open()"),
    Feature("requestSubmit", JS, (76, 75, 16), r"\.requestSubmit\b", "form.requestSubmit()"),
    Feature("AbortSignal", JS, (124, 124, 17.4), r"AbortSignal\.(?:timeout|any)\b", "AbortSignal.timeout(1)"),
    Feature("URL.canParse", JS, (120, 115, 17), r"URL\.(?:canParse|parse)\b", "URL.canParse(text)"),
    Feature("Response.json", JS, (105, 115, 17), r"Response\.json\b", "Response.json({})"),
    Feature("idle callbacks", JS, (47, 55, None), r"\brequestIdleCallback\b", "requestIdleCallback(f)"),
    Feature("transitions", JS, (111, 144, 18), r"\.startViewTransition\b", "document.startViewTransition(f)"),
    Feature("popovers", JS, (114, 125, 17), r"\.(?:show|hide|toggle)Popover\b", "menu.showPopover()"),
    Feature("checkVisibility", JS, (105, 106, 17.4), r"\.checkVisibility\b", "part.checkVisibility()"),
    Feature("moveBefore", JS, (133, 144, None), r"\.moveBefore\b", "list.moveBefore(a, b)"),
    Feature("setHTML", JS, (124, 123, 26), r"\.(?:setHTML|parseHTMLUnsafe|getHTML)", "part.setHTML('')"),
    Feature("scheduler", JS, (94, 142, None), r"\bscheduler\.", "scheduler.yield()"),
    Feature("wake lock", JS, (84, 126, 18.4), r"navigator\.wakeLock\b", "navigator.wakeLock?.request()"),
    Feature("vibration", JS, (32, None, None), r"navigator\.vibrate\b", "navigator.vibrate(1)"),
    Feature("element internals", JS, (77, 93, 16.4), r"\.attachInternals\b", "this.attachInternals()"),
    Feature("streams of bytes", JS, (80, 113, 16.4), r"\b(?:Dec|C)ompressionStream\b", "new CompressionStream('gzip')"),
    Feature("canvas in a worker", JS, (69, 105, 16.4), r"\bOffscreenCanvas\b", "new OffscreenCanvas(1, 1)"),
    Feature("inert", JS, (102, 112, 15.5), r"\.inert\b", "part.inert = true"),
    Feature("scrollend", JS, (114, 109, 26.2), r"[\"']scrollend[\"']", "on('scrollend')"),
    Feature("new Intl", JS, (129, 136, 16.4), r"Intl\.(?:Segmenter|DurationFormat)\b", "Intl.Segmenter"),
    Feature("Temporal", JS, (144, 139, 27.3), r"\bTemporal\.", "Temporal.Now"),
    Feature("cookie store", JS, (87, 140, 18.4), r"\bcookieStore\b", "cookieStore.get('a')"),
    Feature("import.meta.resolve", JS, (105, 106, 16.4), r"import\.meta\.resolve", "import.meta.resolve('a')"),
    Feature("new style sheets", JS, (73, 101, 16.4), r"\bnew CSSStyleSheet\b|\.replaceSync\b", "new CSSStyleSheet()"),
    Feature("highlights", JS, (105, 140, 17.2), r"CSS\.highlights|\bnew Highlight\b", "CSS.highlights"),
    Feature("close watcher", JS, (126, 149, 27.3), r"\bCloseWatcher\b", "new CloseWatcher()"),
    Feature("navigation", JS, (102, 147, 26.2), r"\bnavigation\.", "navigation.navigate('/')"),
    Feature("sync", JS, (49, None, None), r"\.sync\.register\b", "registration.sync.register('a')"),
    Feature("bytes as text", JS, (140, 133, 18.2), r"\.(?:to|from)(?:Base64|Hex)\b", "bytes.toBase64()"),
    Feature("keys from JSON", JS, (129, 119, 18.4), r"\.parse\w+OptionsFromJSON\b", ".parseRequestOptionsFromJSON"),
    Feature("import maps", HTML, (89, 108, 16.4), r"type=.importmap", '<script type="importmap">'),
    Feature("popover", HTML, (114, 125, 17), r"<[a-z]+[^>]*\spopover(?:target)?\b", "<div popover>"),
    Feature("inert parts", HTML, (102, 112, 15.5), r"<[a-z]+[^>]*\sinert\b", "<div inert>"),
    Feature("search", HTML, (118, 118, 17), r"<search\b", "<search>"),
    Feature("modulepreload", HTML, (66, 115, 17), r'rel="modulepreload"', '<link rel="modulepreload">'),
    Feature("named details", HTML, (120, 130, 17.2), r"<details[^>]*\sname=", '<details name="a">'),
    Feature("commands", HTML, (135, 144, 26.2), r"\scommandfor=", '<button commandfor="a">'),
    Feature("weeks", HTML, (20, None, 18.2), r'type="(?:week|month)"', '<input type="week">'),
    Feature("until-found", HTML, (102, 148, None), r'hidden="until-found"', '<p hidden="until-found">'),
    Feature("fetchpriority", HTML, (101, 132, 17.2), r"\sfetchpriority=", '<img fetchpriority="high">'),
)  # fmt: skip
