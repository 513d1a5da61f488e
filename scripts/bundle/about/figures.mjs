// Writes numbers as the pages show them.

const scales = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' K'], [1, '']];

/** Three digits and a unit: 4089184256 as "4.09 G". */
export function short(number) {
  const [scale, unit] = scales.find(([scale]) => Math.abs(Number(number)) >= scale) ?? scales.at(-1);
  return `${(Number(number) / scale).toLocaleString('en', { maximumSignificantDigits: 3, minimumSignificantDigits: scale > 1 ? 3 : 1 })}${unit}`;
}

/** Thousands of millions with so many digits after the point that tools can be told apart. */
export const billions = (number) => (Number(number) / 1e9).toLocaleString('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

export const whole = (number) => BigInt(number).toLocaleString('en');
