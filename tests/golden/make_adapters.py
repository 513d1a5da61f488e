#!/usr/bin/env python3
"""Writes adapters.jsonl: configs of PEFT's adapters as the library saves them, with the parameters that are trained and all parameters.

Needs peft 0.20, accelerate, transformers 5 and PyTorch 2. Models are built on the meta device: minutes, no memory.
    make_adapters.py > adapters.jsonl
"""
import json
import os
import pathlib
import warnings

os.environ['TRANSFORMERS_VERBOSITY'] = 'error'
warnings.filterwarnings('ignore')

import peft  # noqa: E402
import torch  # noqa: E402
import transformers  # noqa: E402

KNOWN = pathlib.Path(__file__).parents[2] / 'src/open/config/known'
CAUSAL, SEQ2SEQ = {'task_type': 'CAUSAL_LM'}, {'task_type': 'SEQ_2_SEQ_LM'}
GPT2, QWEN, LLAMA = 'openai-community/gpt2', 'Qwen/Qwen2.5-0.5B', 'TinyLlama/TinyLlama-1.1B-Chat-v1.0'
BERT, ROBERTA, T5 = 'google-bert/bert-base-uncased', 'FacebookAI/roberta-base', 'google-t5/t5-small'
QV = ['q_proj', 'v_proj']
ALL = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj']


def cases():
    """Yields the base, its class (None: that of its config), and the adapter."""
    def lora(base, *targets, cls=None, r=8, **settings):
        return base, cls, peft.LoraConfig(r=r, target_modules=list(targets), **settings)

    for base in ('meta-llama/Llama-2-7b-hf', QWEN, LLAMA):
        yield lora(base, *QV, **CAUSAL)
    yield lora('meta-llama/Llama-2-7b-hf', *ALL, r=64, use_dora=True, **CAUSAL)
    yield lora(LLAMA, *ALL, r=16, modules_to_save=['lm_head', 'embed_tokens'], **CAUSAL)
    yield lora(QWEN, *ALL, r=16, modules_to_save=['lm_head'], **CAUSAL)
    yield lora(QWEN, 'embed_tokens', 'q_proj', r=4, **CAUSAL)
    yield lora(QWEN, *QV, r=4, rank_pattern={'q_proj': 32}, **CAUSAL)
    yield lora(QWEN, *QV, r=4, lora_bias=True, **CAUSAL)
    yield lora(GPT2, 'c_attn', fan_in_fan_out=True, **CAUSAL)
    yield lora(GPT2, 'c_attn', 'c_proj', 'c_fc', fan_in_fan_out=True, use_rslora=True, **CAUSAL)
    yield lora(BERT, 'query', 'value', cls='BertForSequenceClassification', task_type='SEQ_CLS')
    yield lora(ROBERTA, 'query', 'value', cls='RobertaForSequenceClassification', task_type='SEQ_CLS')
    yield lora(BERT, 'query', 'key', 'value', 'dense', cls='BertForTokenClassification', task_type='TOKEN_CLS')
    yield lora(T5, 'q', 'v', **SEQ2SEQ)
    yield lora(T5, 'q', 'v', exclude_modules=['SelfAttention.q'], **SEQ2SEQ)
    yield lora('openai/whisper-small', *QV, r=32)
    yield lora(BERT, 'query', 'value', cls='BertModel', task_type='FEATURE_EXTRACTION')
    for base in (QWEN, LLAMA):
        yield base, None, peft.AdaLoraConfig(init_r=12, target_modules=QV, total_step=100, **CAUSAL)
        yield base, None, peft.LoHaConfig(r=8, target_modules=QV, **CAUSAL)
        yield base, None, peft.LoKrConfig(r=8, target_modules=ALL, **CAUSAL)
        yield base, None, peft.LoKrConfig(r=16, target_modules=QV, decompose_both=True, decompose_factor=4, **CAUSAL)
        yield base, None, peft.LoKrConfig(r=64, target_modules=ALL, decompose_factor=8, **CAUSAL)
        yield base, None, peft.IA3Config(target_modules=['k_proj', 'v_proj', 'down_proj'], feedforward_modules=['down_proj'], **CAUSAL)
        yield base, None, peft.VeraConfig(r=256, target_modules=['q_proj'], **CAUSAL)
        yield base, None, peft.OFTConfig(target_modules=QV, oft_block_size=32, **CAUSAL)
        yield base, None, peft.OFTConfig(target_modules=ALL, r=8, oft_block_size=0, block_share=True, **CAUSAL)
        yield base, None, peft.OFTConfig(target_modules=ALL, oft_block_size=36, **CAUSAL)
        yield base, None, peft.PrefixTuningConfig(num_virtual_tokens=20, **CAUSAL)
        yield base, None, peft.PrefixTuningConfig(num_virtual_tokens=20, prefix_projection=True, encoder_hidden_size=128, **CAUSAL)
        yield base, None, peft.PromptTuningConfig(num_virtual_tokens=20, **CAUSAL)
        yield base, None, peft.PromptEncoderConfig(num_virtual_tokens=20, encoder_hidden_size=128, **CAUSAL)
    yield T5, None, peft.IA3Config(target_modules=['k', 'v', 'wo'], feedforward_modules=['wo'], **SEQ2SEQ)
    yield T5, None, peft.PromptTuningConfig(num_virtual_tokens=10, **SEQ2SEQ)
    yield T5, None, peft.PrefixTuningConfig(num_virtual_tokens=10, **SEQ2SEQ)
    yield GPT2, None, peft.PrefixTuningConfig(num_virtual_tokens=30, **CAUSAL)
    yield BERT, 'BertForSequenceClassification', peft.PromptTuningConfig(num_virtual_tokens=10, task_type='SEQ_CLS')
    yield GPT2, None, peft.IA3Config(target_modules=['c_attn', 'mlp.c_proj'], feedforward_modules=['mlp.c_proj'], fan_in_fan_out=True, **CAUSAL)
    yield GPT2, None, peft.VeraConfig(r=64, target_modules=['c_attn'], fan_in_fan_out=True, **CAUSAL)


def known_configs():
    """The shipped configs by their names."""
    configs = {}
    for path in KNOWN.glob('*.txt'):
        for line in path.read_text().splitlines():
            names, brace, rest = line.partition('{')
            if brace and not line.startswith('#'):
                configs |= dict.fromkeys(names.split(), json.loads(brace + rest))
    return configs


def plain(value):
    """A setting as JSON has it."""
    return sorted(value) if isinstance(value, (set, tuple)) else getattr(value, 'value', value)


def main():
    configs = known_configs()
    for base, name, adapter in cases():
        config = transformers.CONFIG_MAPPING[configs[base]['model_type']].from_dict(dict(configs[base]))
        with torch.device('meta'):
            model = getattr(transformers, name or configs[base]['architectures'][0])(config)
        model.tie_weights()
        adapted = peft.get_peft_model(model, adapter)
        trainable, parameters = adapted.get_nb_trainable_parameters()
        saved = {key: plain(value) for key, value in adapted.peft_config['default'].to_dict().items() if value is not None}
        saved |= {'base_model_name_or_path': base, 'inference_mode': True}
        print(json.dumps({'config': saved, 'trainable': trainable, 'parameters': parameters}), flush=True)


if __name__ == '__main__':
    main()
