/* What is chosen and looks like what is not, but for the colour of its letters. A mark has 3:1 to what it lies on or in. */
() => {
  const PART = 3;
  const channels = (colour) => { const [r, g, b, a = 1] = (colour.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number); return { r, g, b, a }; };
  const light = ({ r, g, b }) => {
    const [red, green, blue] = [r, g, b].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => { const [high, low] = [light(one), light(other)].sort((a, b) => b - a); return (high + 0.05) / (low + 0.05); };
  const ground = (each) => { for (; each; each = each.parentElement) { const found = channels(getComputedStyle(each).backgroundColor); if (found.a === 1) return found; } return { r: 255, g: 255, b: 255, a: 1 }; };
  const marks = (each) => {
    const [under, own] = [ground(each.parentElement), ground(each)];
    const stands = (colour, from = [under]) => { const found = channels(colour); return found.a > 0 && from.some((one) => contrast(found, one) >= PART); };
    return [null, "::before", "::after"].flatMap((pseudo) => {
      const style = getComputedStyle(each, pseudo);
      const sides = ["Top", "Bottom", "Left"].filter((side) => style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) > 0 && stands(style[`border${side}Color`], [under, own]));
      const ring = style.boxShadow.match(/^(rgba?\([^)]+\)) (.*)/);
      return [
        pseudo && !["none", "normal"].includes(style.content) && style.content,
        !pseudo && stands(style.backgroundColor) && "filled",
        ...sides.map((side) => `${side} ${style[`border${side}Width`]} ${style[`border${side}Style`]} ${style[`border${side}Color`]}`),
        ring && stands(ring[1], [under, own]) && /[1-9]/.test(ring[2]) && style.boxShadow,
        style.outlineStyle !== "none" && stands(style.outlineColor) && "outlined",
        !pseudo && style.textDecorationLine.includes("underline") && "underlined",
        style.fontWeight,
      ].filter(Boolean).map((mark) => `${pseudo} ${mark}`);
    });
  };
  const shown = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("[inert]");
  const parts = (each) => (each.matches("input") ? [each.closest("label"), each.nextElementSibling].filter(Boolean) : [each]);
  const look = (each) => JSON.stringify(parts(each).map(marks));
  const hidden = (each) => Number(getComputedStyle(each).opacity) === 0;
  const groups = [
    ...[...document.querySelectorAll("nav [aria-current]:not(.brand)")].map((each) => [each, [...each.closest("nav").querySelectorAll("a:not([aria-current]):not(.button.quiet)")].filter((other) => other.className === each.className)]),
    ...[...document.querySelectorAll("input:checked")].filter(hidden).map((each) => [each, [...document.querySelectorAll(`input[name="${each.name}"]:not(:checked)`)].filter(hidden)]),
    ...[...document.querySelectorAll("button:disabled, button[aria-disabled=true]")].map((each) => [each, [...each.parentElement.querySelectorAll(":scope > button:not(:disabled, [aria-disabled=true])")].filter((other) => other.className === each.className)]),
  ];
  return groups.filter(([each, others]) => shown(each) && others.some((other) => shown(other) && look(other) === look(each)))
    .map(([each]) => `${each.tagName} ${each.className} ${(each.textContent || each.name).trim().slice(0, 30)} ${look(each)}`);
}
