# torchmetrics: metrics are modules without parameters; their sums are no buffers.
from torch.nn import Module, ModuleDict


class Metric(Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, *args, **kwargs):
        return None

    def update(self, *args, **kwargs):
        pass

    compute = reset = add_state = update


class MetricCollection(ModuleDict):
    def __init__(self, metrics, *others, prefix=None, postfix=None, **kwargs):
        if not isinstance(metrics, dict):
            metrics = [metrics] if isinstance(metrics, Metric) else list(metrics)
            metrics = {type(each).__name__: each for each in metrics + list(others)}
        super().__init__(metrics)

    def clone(self, prefix=None, postfix=None):
        return MetricCollection({name: Metric() for name in self.keys()})


Accuracy = AUROC = AveragePrecision = ConfusionMatrix = F1Score = FBetaScore = JaccardIndex = MatthewsCorrCoef = Metric
Precision = Recall = Specificity = CohenKappa = Dice = CalibrationError = PrecisionRecallCurve = ROC = Metric
MeanSquaredError = MeanAbsoluteError = MeanAbsolutePercentageError = R2Score = ExplainedVariance = Metric
PearsonCorrCoef = SpearmanCorrCoef = CosineSimilarity = KLDivergence = Perplexity = Metric
PeakSignalNoiseRatio = StructuralSimilarityIndexMeasure = Metric
MeanMetric = MaxMetric = MinMetric = SumMetric = CatMetric = Metric
BinaryAccuracy = BinaryAUROC = BinaryF1Score = BinaryPrecision = BinaryRecall = BinaryConfusionMatrix = Metric
MulticlassAccuracy = MulticlassAUROC = MulticlassF1Score = MulticlassPrecision = MulticlassRecall = Metric
MulticlassConfusionMatrix = MulticlassJaccardIndex = MultilabelAccuracy = MultilabelF1Score = Metric
