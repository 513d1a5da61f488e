// Formats numbers in a language: exact with grouped digits, and short with three significant digits.

const siPrefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y', 'R', 'Q'];
const superscripts = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };

/** A no-break space between a number and its unit. */
const narrowSpace = '\u202f';

export class Numbers {
  #exact;
  #three;
  #compact;
  #percent;
  #whole;
  #difference;

  /** @param {string} lang  a language tag, as in a lang attribute */
  constructor(lang) {
    const known = supported(lang);
    this.#exact = new Intl.NumberFormat(known);
    this.#three = new Intl.NumberFormat(known, { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
    this.#compact = new Intl.NumberFormat(known, {
      notation: 'compact', minimumSignificantDigits: 3, maximumSignificantDigits: 3,
    });
    this.#percent = new Intl.NumberFormat(known, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
    this.#whole = new Intl.NumberFormat(known, { style: 'percent', maximumFractionDigits: 0 });
    this.#difference = new Intl.NumberFormat(known, {
      style: 'percent', maximumSignificantDigits: 2, signDisplay: 'exceptZero',
    });
  }

  /** Formats every digit: 6,738,415,616. null, unknown, is "?". */
  exact(value) {
    return value === null ? '?' : this.#exact.format(value);
  }

  /** Formats in compact form: 6.74 B, 67.4亿; '' if the exact number is as short. */
  compact(value) {
    if (value === null || value < 10_000) return '';
    if (value >= 1e15) return this.#power(value);
    const parts = this.#compact.formatToParts(value).filter(({ type }) => type !== 'literal');
    const words = parts.map(({ type, value: text }) => (type === 'compact' && /^\w/.test(text) ? narrowSpace + text : text));
    return words.join('');
  }

  /** Formats with an SI prefix: 8.18 G; bytes with unit 'B'. */
  prefixed(value, unit = '') {
    if (value === null) return '?';
    if (value < 1000) return `${this.#exact.format(value)}${unit && narrowSpace + unit}`;
    const rounded = Number(Number(value).toPrecision(3));
    const group = Math.floor(Math.log10(rounded) / 3 + 1e-9);
    if (group >= siPrefixes.length) return `${this.#power(value)}${unit && narrowSpace + unit}`;
    return `${this.#three.format(rounded / 1000 ** group)}${narrowSpace}${siPrefixes[group]}${unit}`;
  }

  /** Formats a share from 0 to 1 as a percentage; '' for null. */
  share(share) {
    if (!(share > 0)) return '';
    if (share < 0.001) return `<${this.#percent.format(0.001)}`;
    return share < 0.9995 ? this.#percent.format(share) : this.#whole.format(share);
  }

  /** Formats the relative error of an approximation: −32%, +0.02%, −5·10⁻¹². */
  difference(approximate, exact) {
    const difference = (Number(approximate) - Number(exact)) / Number(exact);
    if (difference === 0 || Math.abs(difference) >= 1e-5) return this.#difference.format(difference).replace('-', '−');
    const [digit, exponent] = Math.abs(difference).toExponential(0).split('e');
    return `${difference < 0 ? '−' : '+'}${digit}·10${raised(exponent)}`;
  }

  #power(value) {
    const [digits, exponent] = Number(value).toExponential(2).split('e+');
    return `${this.#three.format(digits)}·10${raised(exponent)}`;
  }
}

function raised(exponent) {
  return [...exponent].map((character) => superscripts[character]).join('');
}

/** Returns the tag if numbers can be formatted in that language, otherwise 'en'. */
function supported(lang) {
  try {
    return Intl.NumberFormat.supportedLocalesOf(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
