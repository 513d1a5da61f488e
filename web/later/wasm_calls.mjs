// What of a wasm module its parts are cut by: the functions' names, who calls whom, and who is called from outside.

const sections = { custom: 0, import: 2, start: 8, element: 9, code: 10, export: 7 };

/** Reads numbers and bytes one after the other. */
class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    Object.assign(this, { bytes, at, end });
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** An unsigned LEB128; of a signed one, only its length is of use here. */
  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  numbers(count) {
    return Array.from({ length: count }, () => this.number());
  }

  text() {
    const length = this.number();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  /** Calls `read` for each item of a vector. */
  each(read) {
    return Array.from({ length: this.number() }, read);
  }
}

/** The sections of a module: [{id, begin, at, end}], `at` being where their contents are. */
export function sectionsOf(wasm) {
  const found = [];
  const reader = new Reader(wasm, 8);
  while (reader.at < reader.end) {
    const begin = reader.at;
    const id = reader.byte();
    const size = reader.number();
    found.push({ id, begin, at: reader.at, end: reader.at + size });
    reader.at += size;
  }
  return found;
}

/** How many numbers follow an opcode; undefined for those that are read otherwise. */
function immediates(opcode) {
  if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x41, 0x42, 0x3f, 0x40, 0xd0].includes(opcode)) return 1;
  if (opcode >= 0x20 && opcode <= 0x26) return 1;
  if (opcode === 0x11 || opcode >= 0x28 && opcode <= 0x3e) return 2;
  if (opcode >= 0x45 && opcode <= 0xc4) return 0;
  return [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(opcode) ? 0 : undefined;
}

/** The same behind the prefix 0xfc: conversions that saturate, bulk memory. */
const immediatesOfBulk = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** Steps over one instruction; the function it calls or takes the address of, if it does. */
function target(reader) {
  const opcode = reader.byte();
  if (opcode === 0x10 || opcode === 0xd2) return reader.number();
  const plain = immediates(opcode);
  if (plain !== undefined) reader.numbers(plain);
  else if (opcode === 0x0e) reader.numbers(reader.number() + 1);
  else if (opcode === 0x1c) reader.numbers(reader.number());
  else if (opcode === 0x43) reader.at += 4;
  else if (opcode === 0x44) reader.at += 8;
  else if (opcode === 0xfc) reader.numbers(immediatesOfBulk[reader.number()]);
  else throw new Error(`an instruction this reader does not know: ${opcode}`);
  return undefined;
}

function targetsOf(reader) {
  reader.each(() => reader.numbers(2));  // locals
  const found = new Set();
  while (reader.at < reader.end) {
    const index = target(reader);
    if (index !== undefined) found.add(index);
  }
  return found;
}

/** How many functions are imported. */
function importedFunctions(reader) {
  const limits = () => reader.numbers(reader.number() & 1 ? 2 : 1);
  const kinds = [() => reader.number(), () => { reader.byte(); limits(); }, limits, () => reader.numbers(2)];
  return reader.each(() => {
    reader.text();
    reader.text();
    const kind = reader.byte();
    kinds[kind]();
    return kind;
  }).filter((kind) => kind === 0).length;
}

/** Functions of active segments of the only table, which is all that linkers write. */
function elements(reader) {
  return reader.each(() => {
    if (reader.number() !== 0) throw new Error('an element segment this reader does not know');
    target(reader);  // its place: a constant
    reader.byte();
    return reader.each(() => reader.number());
  }).flat();
}

function names(reader) {
  const found = new Map();
  while (reader.at < reader.end) {
    const kind = reader.byte();
    const size = reader.number();
    const end = reader.at + size;
    if (kind === 1) reader.each(() => found.set(reader.number(), reader.text()));
    reader.at = end;
  }
  return found;
}

/**
 * `{ names, calls, outside }`: names and called functions by index, and the functions that exports, tables and the start
 * name.
 */
export function callsOf(wasm) {
  const result = { names: new Map(), calls: new Map(), outside: new Set() };
  let imported = 0;
  for (const { id, at, end } of sectionsOf(wasm)) {
    const reader = new Reader(wasm, at, end);
    if (id === sections.import) imported = importedFunctions(reader);
    else if (id === sections.start) result.outside.add(reader.number());
    else if (id === sections.element) elements(reader).forEach((index) => result.outside.add(index));
    else if (id === sections.custom && reader.text() === 'name') result.names = names(reader);
    else if (id === sections.export) {
      reader.each(() => {
        reader.text();
        const isFunction = reader.byte() === 0;
        const index = reader.number();
        if (isFunction) result.outside.add(index);
      });
    } else if (id === sections.code) {
      let index = imported;
      reader.each(() => {
        const size = reader.number();
        const body = new Reader(wasm, reader.at, reader.at + size);
        result.calls.set(index++, targetsOf(body));
        reader.at += size;
      });
    }
  }
  return result;
}
