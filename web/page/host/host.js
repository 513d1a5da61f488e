// The page's half of src/platform/web: what the program is told of, and what it asks for. `program` is the
// Emscripten module; its `_host_*` functions are in src/platform/web/*.cpp. Text goes to them through send().
import { Clipboard } from './clipboard.js';
import { Files } from './files.js';
import { Frames } from './frames.js';
import { Glyphs } from './glyphs.js';
import { Input } from './input.js';
import { Size } from './size.js';

export class Host {
  glyphs = new Glyphs();

  /** Called by the program once it can take events. */
  start(program, title, fileLimit) {
    this.program = program;
    this.canvas = program.canvas;
    // An unseen text field that holds the keyboard focus: it gives input methods, dead keys, phone keyboards and
    // clipboard events something to act on. The canvas itself never has the focus.
    this.textAgent = program.textAgent;
    document.title = title;

    this.frames = new Frames(program, this.canvas);
    this.size = new Size(program, this.canvas);
    this.files = new Files(this, fileLimit);
    this.clipboard = new Clipboard(this);
    this.input = new Input(this);

    const touch = () => program._host_touch();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', touch);
    addEventListener('hashchange', () => {
      this.sendFragment();
      program._host_address_changed();
    });
  }

  /** Leaves text where the program's next function finds it. */
  send(text) {
    this.program.send(new TextEncoder().encode(text));
  }

  sendFragment() {
    this.send(location.hash.slice(1));
  }

  writeFragment(fragment) {
    history.replaceState(history.state, '', fragment ? `#${fragment}` : location.pathname + location.search);
  }

  openLink(url) {
    if (/^(https?:|mailto:)/i.test(url)) open(url, '_blank', 'noopener');
  }
}
