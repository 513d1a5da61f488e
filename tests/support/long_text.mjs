// A model text that takes longer to count than a frame.

export const modules = 4000;

/** Has `modules` times width² + width parameters; `d` is a hyper-parameter. */
export const longText = (width) => `d = ${width}\nNet(\n${Array.from({ length: modules }, (_, i) => `  (${i}): Linear(in_features=d, out_features=${width})\n`).join('')})\n`;
export const parametersOf = (width) => String(modules * (width * width + width));
