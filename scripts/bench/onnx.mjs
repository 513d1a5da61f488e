// Makes ONNX files to measure, field by field as onnx.proto numbers them.

/** A number in seven bits a byte, the lowest first. */
function varint(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push(128 | (number % 128));
  return Buffer.from([...bytes, number]);
}

const whole = (field, number) => Buffer.concat([varint(8 * field), varint(number)]);

/** A field of bytes: a text, or a message as a list of its fields. */
function bytes(field, content) {
  const data = typeof content === 'string' ? Buffer.from(content) : Buffer.concat(content);
  return Buffer.concat([varint(8 * field + 2), varint(data.length), data]);
}

const float32 = 1;
const integersAttribute = 7;

function weight(name, sizes) {
  const elements = sizes.reduce((product, size) => product * size, 1);
  return [...sizes.map((size) => whole(1, size)), whole(2, float32), bytes(8, name), bytes(9, [Buffer.alloc(4 * elements)])];
}

function value(name, sizes) {
  const shape = sizes.map((size) => bytes(1, [whole(1, size)]));
  return [bytes(1, name), bytes(2, [bytes(1, [whole(1, float32), bytes(2, shape)])])];
}

const integers = (name, numbers) => [bytes(1, name), ...numbers.map((number) => whole(8, number)), whole(20, integersAttribute)];

function convolution(name, from, weightName, to) {
  const attributes = { dilations: [1, 1], kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [1, 1] };
  return [bytes(1, from), bytes(1, weightName), bytes(2, to), bytes(3, name), bytes(4, 'Conv'),
    ...Object.entries(attributes).map(([attribute, numbers]) => bytes(5, integers(attribute, numbers)))];
}

/** A chain of `n` convolutions of 3 x 3 from 8 to 8 channels, with their weights in the file. */
export function convolutions(n) {
  const sizes = [1, 8, 16, 16];
  const graph = [bytes(2, 'graph'), bytes(11, value('v0', sizes)), bytes(12, value(`v${n}`, sizes))];
  for (let i = 0; i < n; ++i) {
    const name = `layers.${i}.conv`;
    graph.push(bytes(1, convolution(`/${name}/Conv`, `v${i}`, `${name}.weight`, `v${i + 1}`)), bytes(5, weight(`${name}.weight`, [8, 8, 3, 3])));
  }
  return Buffer.concat([whole(1, 8), bytes(7, graph), bytes(8, [bytes(1, ''), whole(2, 17)])]);
}
