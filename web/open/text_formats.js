/** What a text can be read as (model_formats() of src/open/open.cpp): model text, then the others in the order of the readers. */
export const textFormats = [
  'pytorch-repr', 'onnx-text', 'keras-config', 'open-clip', 'timm', 'peft-adapter', 'huggingface-config', 'traced-code', 'darknet', 'caffe', 'latent-diffusion', 'yolo-yaml',
  'summary-table', 'tensor-table', 'tensor-listing', 'stated-totals', 'python',
];
