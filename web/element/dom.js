// Creates and updates DOM elements.

/**
 * Creates an element with properties, `on…` listeners, attributes (names with a hyphen, and `role`) and children. Strings
 * become text nodes, never markup; null and false children are left out.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (/-|^(role|part|for)$/.test(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== false && child !== ''));
  return element;
}

/** Sets an attribute, or removes it if the value is null. */
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Sets a text only if it differs, which keeps a selection in it. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Makes these children, in this order, the only ones of `parent`, without touching those already in place. */
export function arrange(parent, wanted) {
  const kept = new Set(wanted);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
}
