// Number formats for people.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Numbers } from '../../web/element/numbers.js';
import { quantity } from '../../web/element/quantity.js';

const en = new Numbers('en');
const zh = new Numbers('zh-CN');

const cases = [
  ['exact', () => en.exact(6738415616), '6,738,415,616'],
  ['exact beyond 2^53', () => en.exact(170141183460469231731687303715884105727n), '170,141,183,460,469,231,731,687,303,715,884,105,727'],
  ['exact, unknown', () => en.exact(null), '?'],
  ['compact', () => en.compact(6738415616), '6.74\u202fB'],
  ['compact, Chinese', () => zh.compact(6738415616), '67.4亿'],
  ['compact, short enough as it is', () => en.compact(9999), ''],
  ['compact, rounding into the next unit', () => en.compact(999_999_999), '1.00\u202fB'],
  ['compact, beyond units', () => en.compact(12345678901234567890n), '1.23·10¹⁹'],
  ['compact, unknown', () => en.compact(null), ''],
  ['prefixed', () => en.prefixed(8178368512), '8.18\u202fG'],
  ['prefixed, small', () => en.prefixed(999), '999'],
  ['prefixed, rounding into the next prefix', () => en.prefixed(999_999), '1.00\u202fM'],
  ['prefixed, a power of ten', () => en.prefixed(1000), '1.00\u202fk'],
  ['prefixed bytes', () => en.prefixed(497759232, 'B'), '498\u202fMB'],
  ['prefixed bytes, few', () => en.prefixed(4, 'B'), '4\u202fB'],
  ['prefixed, beyond 2^53', () => en.prefixed(123456789012345678901234n), '123\u202fZ'],
  ['prefixed, beyond prefixes', () => en.prefixed(10n ** 36n), '1.00·10³⁶'],
  ['share', () => en.share(0.68345), '68.3%'],
  ['share of everything', () => en.share(1), '100%'],
  ['share, little', () => en.share(1e-7), '<0.1%'],
  ['share, none', () => en.share(0), ''],
  ['difference', () => en.difference(84934656, 124439808), '−32%'],
  ['difference, hardly any', () => en.difference(10n ** 20n - 5n * 10n ** 8n, 10n ** 20n), '−5·10⁻¹²'],
  ['difference, none', () => en.difference(5, 5), '0%'],
  ['difference of BigInts', () => en.difference(101n * 10n ** 20n, 10n ** 22n), '+1%'],
  ['a language nobody knows', () => new Numbers('x-nowhere!').exact(1234), '1,234'],
  ['known', () => quantity(5, true, String), '5'],
  ['known from below', () => quantity(5, false, String), '≥\u00a05'],
  ['not known', () => quantity(null, true, String), '?'],
  ['nothing known: never a silent 0', () => quantity(0, false, String), '?'],
  ['zero by definition', () => quantity(0, true, String), '0'],
];

for (const [name, write, expected] of cases) test(name, () => assert.equal(write(), expected));
