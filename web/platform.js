// The page's half of src/platform/web: what C++ calls (host_*), and the DOM events it is told of (_host_*).
// bridge.h lists both. Text and bytes cross as an address and a length; towards C++ through send().
// An Emscripten library: $Host is state and helpers, the functions below it are C++'s imports. (emcc 3.1.6
// copies an object's functions by their source, so they are arrow functions rather than methods.)
mergeInto(LibraryManager.library, {
  $Host: {
    canvas: null,
    // An off-screen text field that holds the keyboard focus: it gives input methods, dead keys, phone
    // keyboards and clipboard events something to act on. The canvas itself never has the focus.
    agent: null,
    frames: 0,
    frameRequest: 0,
    wakeTimer: 0,
    graphicsLost: false,
    size: null,
    faces: [],
    brush: null,
    copied: null,
    inCopyEvent: false,

    text: (address, length) => {
      return new TextDecoder().decode(HEAPU8.subarray(address, address + length));
    },

    /** Puts bytes where C++ finds them (incoming()). */
    sendBytes: (...pieces) => {
      let address = _host_make_room(pieces.reduce((sum, piece) => sum + piece.length, 0));
      for (const piece of pieces) {
        HEAPU8.set(piece, address);
        address += piece.length;
      }
    },

    send: (text) => {
      Host.sendBytes(new TextEncoder().encode(text));
    },

    // -------------------------------------------------------------------------------------- frames

    requestFrame: () => {
      if (Host.frameRequest || document.hidden || Host.graphicsLost) return;
      Host.frameRequest = requestAnimationFrame(Host.frame);
    },

    frame: () => {
      Host.frameRequest = 0;
      Host.paintIfDue();
    },

    paintIfDue: () => {
      clearTimeout(Host.wakeTimer);
      if (document.hidden || Host.graphicsLost) return;
      const wait = _host_frame();
      if (wait <= 0) {
        Host.requestFrame();
      } else if (wait < Infinity) {
        Host.wakeTimer = setTimeout(Host.requestFrame, wait * 1000);
      }
    },

    /** Counted for tests: an idle page must not paint. */
    painted: () => {
      Module['frames'] = ++Host.frames;
      if (Host.frames === 1) document.documentElement.dataset.paramscope = 'ready';
    },

    // -------------------------------------------------------------------------------------- size

    watchSize: () => {
      const measure = (entries) => {
        const exact = entries?.at(-1)?.devicePixelContentBoxSize?.[0];
        Host.size = exact ? { width: exact.inlineSize, height: exact.blockSize } : null;
        _host_touch();
      };
      const observer = new ResizeObserver(measure);
      try {
        observer.observe(Host.canvas, { box: 'device-pixel-content-box' });
      } catch {
        observer.observe(Host.canvas);  // browsers that cannot tell exact device pixels
      }
      const watchRatio = () => {
        const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
        query.addEventListener('change', () => {
          watchRatio();
          _host_touch();
        }, { once: true });
      };
      watchRatio();
    },

    /**
     * The observed size knows how the browser rounded to whole device pixels. It arrives late, though, and an emulated pixel
     * ratio is not in it: it counts only where it agrees with what the layout says now.
     */
    devicePixels: (computed, observed) => {
      return Math.abs(observed - computed) < 1 ? observed : Math.round(computed);
    },

    // -------------------------------------------------------------------------------------- input

    modifiers: (event) => {
      // AltGr types characters; Windows reports it as Ctrl and Alt together.
      const alternate = event.getModifierState?.('AltGraph');
      return (event.ctrlKey && !alternate ? 1 : 0) | (event.shiftKey ? 2 : 0) |
        (event.altKey && !alternate ? 4 : 0) | (event.metaKey ? 8 : 0);
    },

    pointer: (kind, event) => {
      const box = Host.canvas.getBoundingClientRect();
      _host_pointer(kind, event.clientX - box.left, event.clientY - box.top, event.button,
        Host.modifiers(event), event.pointerType === 'touch');
    },

    watchPointer: () => {
      const canvas = Host.canvas;
      const on = (type, handle) => canvas.addEventListener(type, handle);
      on('pointermove', (event) => Host.pointer(0, event));
      on('pointerdown', (event) => {
        canvas.setPointerCapture(event.pointerId);
        Host.agent.focus({ preventScroll: true });
        Host.pointer(1, event);
      });
      on('mousedown', (event) => event.preventDefault());  // or the browser would take the focus away again
      on('pointerup', (event) => {
        Host.pointer(2, event);
        if (event.pointerType === 'touch') Host.pointer(3, event);
      });
      on('pointercancel', (event) => {
        Host.pointer(2, event);
        Host.pointer(3, event);
      });
      on('pointerleave', (event) => {
        if (!canvas.hasPointerCapture(event.pointerId)) Host.pointer(3, event);
      });
      on('contextmenu', (event) => event.preventDefault());
      canvas.addEventListener('wheel', (event) => {
        if (event.ctrlKey || event.metaKey) return;  // the browser's zoom
        // Per notch: 100 pixels, 3 lines, or a page, which is taken for ten lines.
        const unit = [100, 3, 0.3][event.deltaMode];
        if (_host_wheel(-event.deltaX / unit, -event.deltaY / unit, Host.modifiers(event))) event.preventDefault();
      }, { passive: false });
    },

    key: (event, down) => {
      if (event.isComposing || event.keyCode === 229) return;  // the input method is using it
      Host.send(`${event.code}\n${event.key}`);
      if (_host_key(down, Host.modifiers(event))) event.preventDefault();
    },

    watchKeyboard: () => {
      const agent = Host.agent;
      const on = (type, handle) => agent.addEventListener(type, handle);
      const deliver = () => {
        const text = agent.value;
        agent.value = '';
        if (text) {
          Host.send(text);
          _host_text();
        }
      };
      on('keydown', (event) => Host.key(event, true));
      on('keyup', (event) => Host.key(event, false));
      on('input', (event) => {
        if (!event.isComposing) deliver();
      });
      // While text is being composed, the field shows it at the caret; ImGui gets it when it is final.
      on('compositionstart', () => agent.classList.add('composing'));
      on('compositionend', () => {
        agent.classList.remove('composing');
        deliver();
      });
      on('focus', () => _host_focus(true));
      on('blur', () => _host_focus(false));
      if (document.activeElement === document.body && window.top === window) agent.focus({ preventScroll: true });
    },

    // -------------------------------------------------------------------------------------- clipboard

    watchClipboard: () => {
      const on = (type, handle) => Host.agent.addEventListener(type, handle);
      on('paste', (event) => {
        event.preventDefault();
        const { clipboardData } = event;
        if (clipboardData.files.length > 0) {
          Host.readFiles(clipboardData.files);
        } else {
          Host.send(clipboardData.getData('text/plain'));
          _host_paste(0);
        }
      });
      // The key press that led here is already queued: painting now makes ImGui act on it, and what it copies
      // can be written while the browser still allows it.
      const copy = (event) => {
        Host.copied = null;
        Host.inCopyEvent = true;
        Host.paintIfDue();
        Host.inCopyEvent = false;
        if (Host.copied === null) return;
        event.clipboardData.setData('text/plain', Host.copied);
        event.preventDefault();
      };
      on('copy', copy);
      on('cut', copy);
    },

    copy: (text) => {
      if (Host.inCopyEvent) {
        Host.copied = text;
      } else if (navigator.clipboard) {
        navigator.clipboard.writeText(text).catch(() => Host.copyByCommand(text));
      } else {
        Host.copyByCommand(text);
      }
    },

    /** For pages that are not served securely, where navigator.clipboard is missing. */
    copyByCommand: (text) => {
      const write = (event) => {
        event.clipboardData.setData('text/plain', text);
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      document.addEventListener('copy', write, { capture: true, once: true });
      document.execCommand('copy');
      document.removeEventListener('copy', write, { capture: true });
    },

    // -------------------------------------------------------------------------------------- files

    fileLimit: 0,

    readFiles: async (files) => {
      for (const file of files) {
        let bytes = new Uint8Array(0);
        let readable = true;
        try {
          bytes = new Uint8Array(await file.slice(0, Host.fileLimit).arrayBuffer());
        } catch {
          readable = false;  // a folder, or a file that went away
        }
        const name = new TextEncoder().encode(file.name);
        Host.sendBytes(name, bytes);
        _host_file(name.length, file.size, readable);
      }
    },

    watchDrops: () => {
      const target = Host.canvas;
      const carriesFiles = (event) => event.dataTransfer?.types.includes('Files');
      const hover = (event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        _host_files_hovering(true);
      };
      target.addEventListener('dragenter', hover);
      target.addEventListener('dragover', hover);
      target.addEventListener('dragleave', () => _host_files_hovering(false));
      target.addEventListener('drop', (event) => {
        event.preventDefault();
        _host_files_hovering(false);
        if (carriesFiles(event)) {
          Host.readFiles(event.dataTransfer.files);
        } else {
          Host.send(event.dataTransfer.getData('text/plain'));
          _host_paste(0);
        }
      });
    },

    // -------------------------------------------------------------------------------------- glyphs

    /** The 2D context glyphs are drawn in, with room for `width` by `height` pixels. */
    brushFor: (width, height) => {
      if (!Host.brush) {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 64;
        Host.brush = canvas.getContext('2d', { willReadFrequently: true });
      }
      const { canvas } = Host.brush;
      if (canvas.width < width || canvas.height < height) {
        canvas.width = Math.max(canvas.width, width);
        canvas.height = Math.max(canvas.height, height);
      }
      return Host.brush;
    },

    /** Selects a face; resizing a canvas forgets it, so this is called before each use. */
    useFace: (brush, face, em) => {
      brush.font = `${face.style} ${em}px ${face.families}`;
      brush.fillStyle = '#fff';
    },

    digitWidth: (brush, face, em) => {
      if (face.digitEm !== em) {
        face.digitEm = em;
        face.digitWidth = Math.max(...Array.from('0123456789', (digit) => brush.measureText(digit).width));
      }
      return face.digitWidth;
    },

    hasColour: (pixels) => {
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i + 3] > 64 && (pixels[i] < 240 || pixels[i + 1] < 240 || pixels[i + 2] < 240)) return true;
      }
      return false;
    },

    /** Returns [advance, left, top, width, height, coloured]; pixels go to incoming(). */
    drawGlyph: (face, em, character, withPixels) => {
      let brush = Host.brushFor(0, 0);
      Host.useFace(brush, face, em);
      const measured = brush.measureText(character);
      let advance = measured.width;
      let shift = 0;
      if (face.equalDigits && character >= '0' && character <= '9') {
        advance = Host.digitWidth(brush, face, em);
        shift = (advance - measured.width) / 2;
      }
      // A pixel of room on each side: smoothing reaches a little beyond the outline.
      const left = Math.floor(shift - measured.actualBoundingBoxLeft) - 1;
      const right = Math.ceil(shift + measured.actualBoundingBoxRight) + 1;
      const top = -Math.ceil(measured.actualBoundingBoxAscent) - 1;
      const bottom = Math.ceil(measured.actualBoundingBoxDescent) + 1;
      const [width, height] = [right - left, bottom - top];
      if (width <= 2 || height <= 2) return [advance, 0, 0, 0, 0, 0];
      if (!withPixels) return [advance, left, top, width, height, 0];

      brush = Host.brushFor(width, height);
      Host.useFace(brush, face, em);
      brush.clearRect(0, 0, width, height);
      brush.fillText(character, shift - left, -top);
      const pixels = brush.getImageData(0, 0, width, height).data;
      Host.sendBytes(pixels);
      return [advance, left, top, width, height, Host.hasColour(pixels) ? 1 : 0];
    },
  },

  host_start__deps: ['$Host'],
  host_start: function(title, length, fileLimit) {
    Host.fileLimit = fileLimit;
    Host.canvas = Module['canvas'];
    Host.agent = Module['textAgent'];
    document.title = Host.text(title, length);
    Host.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();  // asks the browser to give it back
      Host.graphicsLost = true;
    });
    Host.canvas.addEventListener('webglcontextrestored', () => {
      Host.graphicsLost = false;
      _host_graphics_restored();
    });
    document.addEventListener('visibilitychange', () => _host_touch());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => _host_touch());
    addEventListener('hashchange', () => {
      Host.send(location.hash.slice(1));
      _host_address_changed();
    });
    Host.watchSize();
    Host.watchPointer();
    Host.watchKeyboard();
    Host.watchClipboard();
    Host.watchDrops();
  },

  host_request_frame__deps: ['$Host'],
  host_request_frame: function() {
    Host.requestFrame();
  },

  host_painted__deps: ['$Host'],
  host_painted: function() {
    Host.painted();
  },

  host_fit_canvas__deps: ['$Host'],
  host_fit_canvas: function(result) {
    const { canvas } = Host;
    const ratio = devicePixelRatio;
    const width = Host.devicePixels(canvas.clientWidth * ratio, Host.size?.width);
    const height = Host.devicePixels(canvas.clientHeight * ratio, Host.size?.height);
    // Setting the size empties the canvas, even to what it was.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    HEAPF32.set([width, height, ratio], result >> 2);
  },

  host_prefers_dark: function() {
    return matchMedia('(prefers-color-scheme: dark)').matches;
  },

  host_is_apple: function() {
    return /^(Mac|iPhone|iPad)/.test(navigator.platform);
  },

  host_set_cursor__deps: ['$Host'],
  host_set_cursor: function(css, length) {
    Host.canvas.style.cursor = Host.text(css, length);
  },

  host_place_text_agent__deps: ['$Host'],
  host_place_text_agent: function(x, y, lineHeight, wantsText) {
    const { agent, canvas } = Host;
    agent.style.left = `${Math.max(0, Math.min(x, canvas.clientWidth - 1))}px`;
    agent.style.top = `${Math.max(0, Math.min(y, canvas.clientHeight - lineHeight))}px`;
    agent.style.height = `${lineHeight}px`;
    agent.inputMode = wantsText ? 'text' : 'none';  // no phone keyboard without a text field
  },

  host_copy__deps: ['$Host'],
  host_copy: function(text, length) {
    Host.copy(Host.text(text, length));
  },

  host_pick_file__deps: ['$Host'],
  host_pick_file: function(accept, length) {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = Host.text(accept, length);
    input.onchange = () => Host.readFiles(input.files);
    input.click();
  },

  host_save_file__deps: ['$Host'],
  host_save_file: function(name, nameLength, bytes, length, type, typeLength) {
    const blob = new Blob([HEAPU8.slice(bytes, bytes + length)], { type: Host.text(type, typeLength) });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = Host.text(name, nameLength);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },

  host_open_link__deps: ['$Host'],
  host_open_link: function(url, length) {
    const address = Host.text(url, length);
    if (/^(https?:|mailto:)/.test(address)) open(address, '_blank', 'noopener');
  },

  host_read_fragment__deps: ['$Host'],
  host_read_fragment: function() {
    Host.send(location.hash.slice(1));
  },

  host_write_fragment__deps: ['$Host'],
  host_write_fragment: function(text, length) {
    const fragment = Host.text(text, length);
    history.replaceState(history.state, '', fragment ? `#${fragment}` : location.pathname + location.search);
  },

  host_publish_state__deps: ['$Host'],
  host_publish_state: function(json, length) {
    Module['state'] = JSON.parse(Host.text(json, length));
  },

  host_add_face__deps: ['$Host'],
  host_add_face: function(style, styleLength, families, length, equalDigits) {
    Host.faces.push({ style: Host.text(style, styleLength), families: Host.text(families, length), equalDigits });
  },

  host_cap_height__deps: ['$Host'],
  host_cap_height: function(face, em) {
    const brush = Host.brushFor(0, 0);
    Host.useFace(brush, Host.faces[face], em);
    return brush.measureText('H').actualBoundingBoxAscent;
  },

  host_draw_glyph__deps: ['$Host'],
  host_draw_glyph: function(face, em, codePoint, withPixels, result) {
    HEAPF32.set(Host.drawGlyph(Host.faces[face], em, String.fromCodePoint(codePoint), withPixels), result >> 2);
  },
});
