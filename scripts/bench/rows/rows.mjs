// The rows of the table, in its order: names for --only, and what measures them.
import { expertRows, flatRows, repeatRows, sliderRows, symbolRows } from './engine.mjs';
import { modelRows, resnetRows } from './models.mjs';
import { longCountRows, pageRows, scrollRows } from './page.mjs';
import { coldRows, onnxRows } from './programs.mjs';
import { safetensorsRows } from './safetensors.mjs';

/**
 * Each function gets { runs, put, release, peers, progress } and resolves to rows of table.mjs. `put(name, content)` writes a
 * file to measure and returns its path; `release(name)` is a file of the release, or undefined if it was not built; `peers` are folders of tools to compare with.
 */
export const allRows = {
  flat: flatRows,
  experts: expertRows,
  symbols: symbolRows,
  repeat: repeatRows,
  resnet50: resnetRows,
  models: modelRows,
  slider: sliderRows,
  cold: coldRows,
  onnx: onnxRows,
  safetensors: safetensorsRows,
  page: pageRows,
  scroll: scrollRows,
  count: longCountRows,
};
