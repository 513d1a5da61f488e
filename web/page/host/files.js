// Opens files that are dropped, pasted or picked, and saves files.
import { message } from '../../languages/messages.js';
import { isPart, mayBeParts, together } from '../../open/together.js';
import { codeInFolders } from './folders.js';

/** The bytes that are read and copied to the program at once. */
const largestPiece = 1 << 22;

/** Resolves to the bytes of a Blob; undefined for a folder, or a file that was removed. */
const bytesOf = (blob) => blob.arrayBuffer().then((buffer) => new Uint8Array(buffer), () => undefined);

export class Files {
  #host;
  #program;
  #limit;
  #delivery;  // a promise, while a file is on its way to the program

  constructor(host, limit) {
    this.#host = host;
    this.#program = host.program;
    this.#limit = limit;
    this.#watchDrops(host.stage);
  }

  #watchDrops(target) {
    const hover = (event) => {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      this.#program._host_files_hovering(event.dataTransfer.types.includes('Files'));
    };
    target.addEventListener('dragenter', hover);
    target.addEventListener('dragover', hover);
    target.addEventListener('dragleave', ({ relatedTarget }) => {
      if (!target.contains(relatedTarget)) this.#program._host_files_hovering(false);
    });
    target.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#program._host_files_hovering(false);
      const { files } = event.dataTransfer;
      if (files.length > 0) {
        this.#readDropped([...files], codeInFolders(event.dataTransfer));
      } else {
        this.#host.opening.text(event.dataTransfer.getData('text/plain'));
      }
    });
  }

  /** True when no file is being sent to the program. */
  get isIdle() {
    return this.#delivery === undefined;
  }

  /** Opens dropped files, or the source code in dropped folders. */
  async #readDropped(files, folders) {
    const code = await folders;
    await this.read(code.length > 0 ? code : files);
  }

  /** Opens the files of one model, with the options of Opening.files(); text that is a model itself is sent as it is. */
  async open(files, options) {
    const isOpened = await this.#host.opening.files(files, options);
    if (!isOpened) await this.deliver(options.title ?? files[0].name, files[0], options.isOther);
  }

  /** Opens the model of some files; of two models the second is compared with the first, more are refused. */
  async read(files) {
    const groups = together(files);
    if (mayBeParts(groups) && await this.#host.opening.partsOfOne([...files])) {
      this.#host.notify(message('page.parts_together', { count: String(groups.length) }));
      return;
    }
    if (groups.length > 2) {
      this.#host.explain(message('page.too_many_models', { count: String(groups.length) }));
      return;
    }
    for (const [i, group] of groups.entries()) {
      await this.open(group, { isOther: i > 0 });
    }
    const parts = groups.length === 1 ? groups[0].filter(isPart).length : 0;
    if (parts > 1) this.#host.notify(message('page.parts_together', { count: String(parts) }));
  }

  /** Sends the program a file, a File or a Blob: its bytes up to the size limit, in pieces between which frames come. With `isOther` it is compared with the present model. */
  async deliver(fileName, file, isOther = false) {
    while (this.#delivery) await this.#delivery;
    let end;
    this.#delivery = new Promise((done) => { end = done; });
    this.#host.send(fileName);
    this.#program._host_file_name();
    const isReadable = await this.#deliverPieces(file.slice(0, this.#limit));
    this.#program._host_file(file.size, isReadable, isOther);
    this.#delivery = undefined;
    end();
  }

  /** Resolves to false when a piece cannot be read. The next one is read while the program takes one. */
  async #deliverPieces(bytes) {
    let next = bytesOf(bytes.slice(0, largestPiece));
    for (let end = largestPiece; next; end += largestPiece) {
      const piece = await next;
      if (!piece) return false;
      next = end < bytes.size ? bytesOf(bytes.slice(end, end + largestPiece)) : undefined;
      this.#program.send(piece);
      this.#program._host_file_part(bytes.size);
    }
    return true;
  }

  pick(accept) {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = accept;
    input.addEventListener('change', () => this.read(input.files));
    input.click();
  }

  save(name, bytes, type) {
    this.saveBlob(name, new Blob([bytes], { type }));
  }

  saveBlob(name, blob) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}
