# Data sets of torch_geometric: the numbers of features and classes that its documentation states for each.
_SIZES = {
    "Planetoid": {"cora": (1433, 7), "citeseer": (3703, 6), "pubmed": (500, 3)},
    "KarateClub": (34, 4),
    "PPI": (50, 121),
    "Reddit": (602, 41),
    "Reddit2": (602, 41),
    "Flickr": (500, 7),
    "Yelp": (300, 100),
    "AmazonProducts": (200, 107),
    "Amazon": {"computers": (767, 10), "photo": (745, 8)},
    "Coauthor": {"cs": (6805, 15), "physics": (8415, 5)},
    "TUDataset": {"mutag": (7, 2), "enzymes": (3, 6), "proteins": (3, 2)},
    "WikiCS": (300, 10),
    "Actor": (932, 5),
    "WebKB": {"cornell": (1703, 5), "texas": (1703, 5), "wisconsin": (1703, 5)},
    "QM9": (11, 19),
    "MNISTSuperpixels": (1, 10),
}
_KEEP_FEATURES = ("NormalizeFeatures", "ToSparseTensor", "RandomNodeSplit", "RandomLinkSplit", "ToUndirected",
                  "AddSelfLoops", "GCNNorm", "Cartesian", "Distance", "ToDevice", "Compose", "SIGN", "GDC")


class _Transform:
    def __init__(self, *args, **kwargs):
        self.parts = args[0] if args and isinstance(args[0], list) else []

    def keeps_features(self):
        kept = type(self).__name__ in _KEEP_FEATURES
        return kept and all([part.keeps_features() for part in self.parts])


class NormalizeFeatures(_Transform):
    pass


class ToSparseTensor(_Transform):
    pass


class RandomNodeSplit(_Transform):
    pass


class RandomLinkSplit(_Transform):
    pass


class ToUndirected(_Transform):
    pass


class AddSelfLoops(_Transform):
    pass


class Cartesian(_Transform):
    pass


class Distance(_Transform):
    pass


class ToDevice(_Transform):
    pass


class Compose(_Transform):
    pass


class _Sized:
    def __init__(self, root=None, name=None, *args, transform=None, pre_transform=None, **kwargs):
        sizes = _SIZES[type(self).__name__]
        if isinstance(sizes, dict):
            sizes = sizes[name.lower()] if name.lower() in sizes else sizes_of_that_name
        for each in (name, *args, transform, pre_transform):
            if each is None or isinstance(each, (str, int, float)):
                continue
            if not isinstance(each, _Transform) or not each.keeps_features():
                sizes = sizes_after_that_transform
        if "use_node_attr" in kwargs:
            sizes = sizes_with_attributes
        self.num_features, self.num_classes = sizes
        self.num_node_features = self.num_features

    def __getitem__(self, index):
        return self

    def __getattr__(self, name):
        return data_of_a_graph

    def to(self, device, *args, **kwargs):
        return self

    def shuffle(self):
        return self


class Planetoid(_Sized):
    pass


class KarateClub(_Sized):
    pass


class PPI(_Sized):
    pass


class Reddit(_Sized):
    pass


class Reddit2(_Sized):
    pass


class Flickr(_Sized):
    pass


class Yelp(_Sized):
    pass


class AmazonProducts(_Sized):
    pass


class Amazon(_Sized):
    pass


class Coauthor(_Sized):
    pass


class TUDataset(_Sized):
    pass


class WikiCS(_Sized):
    pass


class Actor(_Sized):
    pass


class WebKB(_Sized):
    pass


class QM9(_Sized):
    pass


class MNISTSuperpixels(_Sized):
    pass
