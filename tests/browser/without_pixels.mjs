// Graphics that draw nothing: painting in software takes ten times the processor time of all else that a page does.

/** Run before a page loads: gives its canvas a WebGL 2 context that takes everything and draws nothing. */
export function withoutPixels() {
  const linkStatus = 0x8B82;
  const answers = {
    getContextAttributes: () => ({ alpha: false, depth: false, antialias: false }),
    getError: () => 0,
    getExtension: () => null,
    getParameter: (name) => (name === 0x1F02 ? 'WebGL 2.0' : 4096),
    getProgramInfoLog: () => '',
    getProgramParameter: (program, name) => (name === linkStatus ? true : 0),
    getShaderInfoLog: () => '',
    getShaderParameter: () => true,
    getSupportedExtensions: () => [],
    isContextLost: () => false,
  };
  const made = (name) => (/^create/.test(name) ? () => ({}) : () => undefined);
  const contexts = new WeakMap();
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    if (kind !== 'webgl2') return getContext.call(this, kind, ...rest);
    if (!contexts.has(this)) contexts.set(this, new Proxy({}, { get: (own, name) => own[name] ?? answers[name] ?? made(name) }));
    return contexts.get(this);
  };
}
