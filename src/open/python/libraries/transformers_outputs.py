# What models of transformers return: values by name.


class ModelOutput:
    def __init__(self, *args, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)


BaseModelOutput = BaseModelOutputWithPast = BaseModelOutputWithPooling = ModelOutput
BaseModelOutputWithNoAttention = BaseModelOutputWithPoolingAndNoAttention = ModelOutput
BaseModelOutputWithPastAndCrossAttentions = BaseModelOutputWithPoolingAndCrossAttentions = ModelOutput
CausalLMOutput = CausalLMOutputWithPast = CausalLMOutputWithCrossAttentions = MaskedLMOutput = ModelOutput
ImageClassifierOutput = ImageClassifierOutputWithNoAttention = MoeCausalLMOutputWithPast = MoeModelOutputWithPast = ModelOutput
MultipleChoiceModelOutput = NextSentencePredictorOutput = QuestionAnsweringModelOutput = ModelOutput
Seq2SeqLMOutput = Seq2SeqModelOutput = SequenceClassifierOutput = SequenceClassifierOutputWithPast = ModelOutput
TokenClassifierOutput = BackboneOutput = SemanticSegmenterOutput = ModelOutput
