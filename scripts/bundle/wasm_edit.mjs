// Edits wasm files that share a memory and a table.

const [importSection, codeSection, dataSection, dataCountSection] = [2, 10, 11, 12];

/** Reads numbers of wasm from bytes. */
class Reader {
  at = 0;

  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

function unsigned(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return Buffer.from(bytes);
}

/** A constant of the instruction i32.const, which is signed. */
function signed(value) {
  const bytes = [];
  for (;;) {
    const byte = value & 0x7f;
    value >>= 7;
    const isLast = (value === 0 && !(byte & 0x40)) || (value === -1 && (byte & 0x40) !== 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return Buffer.from(bytes);
  }
}

/** The sections of a wasm file: [{ id, body }]. */
function sectionsOf(wasm) {
  const reader = new Reader(wasm, 8);
  const sections = [];
  while (reader.at < wasm.length) {
    const [id] = reader.take(1);
    sections.push({ id, body: reader.take(reader.number()) });
  }
  return sections;
}

/** The file of these sections, without those that only have names in them. */
function fileOf(sections) {
  const kept = sections.filter(({ id }) => id !== 0);
  return Buffer.concat([Buffer.from('\0asm\x01\0\0\0', 'latin1'), ...kept.flatMap(({ id, body }) => [Buffer.of(id), unsigned(body.length), body])]);
}

/** Lists the segments of a data section, which have fixed addresses: [{ start, bytes }]. */
function segmentsOf({ body }) {
  const reader = new Reader(body);
  return Array.from({ length: reader.number() }, () => {
    const [mode, constant] = [reader.number(), ...reader.take(1)];
    if (mode !== 0 || constant !== 0x41) throw new Error('a segment of data has no fixed place');
    const start = reader.number();
    reader.take(1);  // the end of the expression
    return { start, bytes: reader.take(reader.number()) };
  });
}

function sectionOf(segments) {
  const parts = segments.flatMap(({ start, bytes }) => [Buffer.of(0, 0x41), signed(start), Buffer.of(0x0b), unsigned(bytes.length), bytes]);
  return { id: dataSection, body: Buffer.concat([unsigned(segments.length), ...parts]) };
}

/** The parts of a segment before, inside and behind a range. */
function cut({ start, bytes }, [begin, end]) {
  const piece = (from, to) => ({ start: Math.max(start, from), bytes: bytes.subarray(Math.max(0, from - start), Math.max(0, to - start)) });
  const pieces = [[0, begin], [begin, end], [end, start + bytes.length]].map(([from, to]) => piece(from, to));
  return pieces.map((each) => (each.bytes.length > 0 ? [each] : []));
}

function withData(sections, segments) {
  const before = sections.filter(({ id }) => id !== dataSection && id !== dataCountSection);
  const count = sections.some(({ id }) => id === dataCountSection) ? [{ id: dataCountSection, body: unsigned(segments.length) }] : [];
  const at = before.findIndex(({ id }) => id === codeSection);
  return fileOf([...before.slice(0, at), ...count, before[at], ...segments.length > 0 ? [sectionOf(segments)] : [], ...before.slice(at + 1)]);
}

/** Skips the name of an import and what it is; returns the place of its limits where it is a table, else undefined. */
function skipImport(reader) {
  for (let names = 0; names < 2; ++names) reader.take(reader.number());
  const [kind] = reader.take(1);
  if (kind === 0) reader.number();
  if (kind === 3) reader.take(2);
  if (kind === 1) reader.take(1);
  const place = reader.at;
  if (kind === 1 || kind === 2) skipLimits(reader);
  return kind === 1 ? place : undefined;
}

function skipLimits(reader) {
  const [hasMost] = reader.take(1);
  reader.number();
  if (hasMost & 1) reader.number();
}

/** The section of imports, with a table of any size: that of the first part grew while further parts were split off. */
function withAnyTable({ id, body }) {
  const reader = new Reader(body);
  for (let left = reader.number(); left > 0; --left) {
    const place = skipImport(reader);
    if (place === undefined) continue;
    const limits = new Reader(body, place + 1);
    const least = unsigned(limits.number());
    return { id, body: Buffer.concat([body.subarray(0, place), Buffer.of(0), least, body.subarray(reader.at)]) };
  }
  return { id, body };
}

/**
 * Moves the data of a range of the memory, [begin, end], from the wasm file `from` to `to`, which shares the memory and a table of any
 * size. Returns both, and leaves out the names in them.
 */
export function moveData(from, to, range) {
  const source = sectionsOf(from);
  const target = sectionsOf(to).map((section) => (section.id === importSection ? withAnyTable(section) : section));
  if (!target.some(({ id }) => id === importSection)) throw new Error('the memory is not shared');
  const here = source.filter(({ id }) => id === dataSection).flatMap(segmentsOf);
  const there = target.filter(({ id }) => id === dataSection).flatMap(segmentsOf);
  const pieces = here.map((segment) => cut(segment, range));
  const moved = pieces.flatMap(([, inside]) => inside);
  return [withData(source, pieces.flatMap(([before, , behind]) => [...before, ...behind])), withData(target, [...there, ...moved])];
}
