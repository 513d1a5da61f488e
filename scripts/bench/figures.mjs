// Writes measured numbers for people, with two digits that mean something.

/** Rounds to two significant digits: 0.0123 as "0.012", 1 as "1.0", 12345 as "12,000". */
export function rounded(number) {
  return number.toLocaleString('en', { minimumSignificantDigits: 2, maximumSignificantDigits: 2 });
}

const scaled = (number, scales) => {
  const [scale, unit] = scales.find(([scale]) => Number(number.toPrecision(2)) >= scale) ?? scales.at(-1);
  return `${rounded(number / scale)} ${unit}`;
};

/** "1.2 ms" */
export const duration = (seconds) => scaled(seconds, [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']]);

/** "140 MB/s" */
export const speed = (bytesPerSecond) => scaled(bytesPerSecond, [[1e6, 'MB/s'], [1e3, 'kB/s'], [1, 'B/s']]);

/** "100,000" */
export const whole = (number) => number.toLocaleString('en');
