/* What of a page cannot be told from what it stands on, and what shows no focus. Colours are those that the theme computes. */
({ focus }) => {
  const [TEXT, LARGE, PARTS] = [4.5, 3, 3];
  const style = (each, pseudo) => getComputedStyle(each, pseudo);
  const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest(".skip:not(:focus), [inert], noscript, .vh");
  const channels = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, under) => ["r", "g", "b"].reduce((mixed, key) => ({ ...mixed, [key]: top[key] * top.a + under[key] * (1 - top.a) }), { a: 1 });
  const light = ({ r, g, b }) => {
    const [red, green, blue] = [r, g, b].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const page = { r: 255, g: 255, b: 255, a: 1 };
  const paint = (each) => channels(each instanceof SVGGeometryElement && style(each).fill !== "none" ? style(each).fill : each instanceof SVGElement && !each.matches("svg") ? "rgba(0, 0, 0, 0)" : style(each).backgroundColor);
  /* The colour of layers, the highest first; null under a picture, of which nobody can say it here. */
  const mixed = (layers) => {
    const [first, ...rest] = layers;
    if (!first) return page;
    const own = paint(first);
    if (own.a === 1) return own;
    if (style(first).backgroundImage !== "none") return null;
    const under = mixed(rest);
    return under && over(own, under);
  };
  /* The shape of a drawing on which its text stands: the last one drawn before it at this spot. */
  const shapeUnder = (text, x, y) => {
    const drawn = text.closest("svg").querySelectorAll("rect, circle, ellipse, path, polygon");
    return [...drawn].reverse().find((shape) => {
      if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING) || paint(shape).a < 1 || !shown(shape)) return false;
      return shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()));
    });
  };
  const above = (each) => (each ? [each, ...above(each.parentElement)] : []);
  /* What lies under a spot of an element, seen from above; what is out of sight stands on what it is part of. */
  const ground = (each, x, y) => {
    const hit = document.elementsFromPoint(x, y);
    const own = hit.indexOf(each);
    const shape = each.matches("svg text, svg tspan") && shapeUnder(each, x, y);
    if (shape) return paint(shape);
    return mixed(own >= 0 ? hit.slice(own) : hit.length && !hit[0].contains(each) && each.closest("svg, .says") ? hit : above(each));
  };
  const said = (each) => `${each.tagName.toLowerCase()}#${each.id}.${each.className.baseVal ?? each.className} ${(each.textContent || "").trim().slice(0, 30)}`;
  const pale = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (!data.trim() || pale.has(parent) || parent.closest("script, style, title, desc, option, :disabled, [aria-disabled=true]") || !shown(parent)) continue;
    const { color, fill, fontSize, fontWeight } = style(parent);
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { left, top, width, height } = range.getBoundingClientRect();
    const under = ground(parent, left + width / 2, top + height / 2);
    if (!under) continue;
    const size = parseFloat(fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? LARGE : TEXT;
    const found = contrast(over(channels(parent.closest("svg") ? fill : color), under), under);
    if (found < least - 0.005) pale.set(parent, `${said(parent)} ${found.toFixed(2)}`);
  }
  const unmarked = [];
  if (focus) {
    const before = document.activeElement;
    for (const each of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")) {
      if (!shown(each) || each.disabled) continue;
      each.focus({ focusVisible: true, preventScroll: true });
      if (document.activeElement !== each) continue;
      const marked = [each, each.nextElementSibling, each.closest("label")].filter(Boolean).some((part) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow } = style(part);
        const under = mixed(above(part.parentElement));
        const rings = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 ? [outlineColor] : [];
        const [, ring] = boxShadow.match(/^(rgba?\([^)]+\)) 0px 0px 0px 2px/) ?? [];
        if (rings.length && ring) rings.push(ring);
        return rings.some((colour) => !under || contrast(over(channels(colour), under), under) >= PARTS);
      });
      if (!marked) unmarked.push(`${said(each)} ${style(each).outline} on ${JSON.stringify(mixed(above(each.parentElement)))}`);
    }
    before?.focus?.();
  }
  const moving = document.getAnimations().filter(({ playState }) => playState === "running").map(({ animationName, effect }) => `${animationName} ${said(effect.target)}`);
  return { pale: [...pale.values()], unmarked, moving };
}
