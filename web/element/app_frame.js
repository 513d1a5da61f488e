// view="app": the full interface in a frame.
import { h } from './dom.js';

export class AppFrame {
  constructor(host, address) {
    this.element = h('iframe', { title: 'Paramscope', src: address });
  }
}
