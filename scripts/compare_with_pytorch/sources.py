"""The files of a repository that may hold models, and their code as PyTorch can run it."""
import ast
import json
import pathlib
import warnings

LARGEST = 1 << 20


def files_of(repository):
    """Python files and notebooks that define modules, in the order of their names; no tests."""
    for path in sorted(pathlib.Path(repository).rglob('*')):
        names = path.relative_to(repository).parts
        if path.suffix not in ('.py', '.ipynb') or not path.is_file() or path.stat().st_size > LARGEST * (1 + 2 * (path.suffix == '.ipynb')):
            continue
        if any(name.startswith('.') or 'test' in name.lower() for name in names):
            continue
        code = code_of(path)
        if 'class ' in code and 'torch' in code:
            yield str(path)


def code_of(path):
    """The code of a file; of a notebook, its cells without commands and cells of other languages."""
    text = pathlib.Path(path).read_text(errors='replace')
    if pathlib.Path(path).suffix != '.ipynb':
        return text
    try:
        notebook = json.loads(text)
        cells = notebook.get('cells') or [cell for sheet in notebook.get('worksheets', ()) for cell in sheet['cells']]
        codes = [''.join(cell.get('source', cell.get('input', ()))) for cell in cells if cell.get('cell_type') == 'code']
    except (ValueError, KeyError, TypeError, AttributeError):
        return ''
    return '\n'.join(without_commands(code) for code in codes if not code.lstrip().startswith('%%'))


def without_commands(code):
    lines = code.strip('\n').split('\n')
    blanks = lines[0][:len(lines[0]) - len(lines[0].lstrip())]  # which notebooks leave out in all lines
    lines = [line.removeprefix(blanks) for line in lines if not line.lstrip().startswith(('%', '!'))]
    return '\n'.join(line for line in lines if not line.rstrip().endswith('?'))


def statements_of(path):
    """The statements of a file. Of cells that Python cannot parse, those that it can."""
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        return parse(code_of(path), path)


def parse(code, path):
    try:
        return ast.parse(code, str(path)).body
    except (SyntaxError, ValueError):
        if pathlib.Path(path).suffix != '.ipynb':
            return []
    found = []
    for cell in json.loads(pathlib.Path(path).read_text(errors='replace')).get('cells', ()):
        try:
            found += ast.parse(without_commands(''.join(cell['source'])) if cell.get('cell_type') == 'code' else '').body
        except (SyntaxError, ValueError):
            continue
    return found


def defined_names(path):
    """The classes and functions that a file defines itself."""
    return {node.name for node in statements_of(path) if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def module_classes(path):
    """Calls of the classes whose bases say that they are modules, of a file that Paramscope does not list."""
    classes = (node for node in statements_of(path) if isinstance(node, ast.ClassDef))
    return [node.name + '()' for node in classes if any('Module' in ast.unparse(base) for base in node.bases)]
