import { type FunctionResults, type JsxChild, readFile } from './jsx-children.ts';
import { lineAt, type Source } from './sources.ts';

// Browser translation (Chrome, Edge) removes each text node and puts <font> elements in its place. React keeps a
// reference to the removed text node: it throws when it removes that node or inserts something before it, and an update
// of the text goes to the detached node. A text that is the only child is safe, because React replaces the whole
// content. So a text with siblings must be constant, and what comes before it in the same parent must always be
// rendered.

/** Rule: finds the places of a file where React throws on a translated page, as `path:line message`. */
export function breaksUnderTranslation(source: Source, results: FunctionResults): string[] {
  const errors = new Set<string>();
  const report = ({ start }: JsxChild, message: string) =>
    errors.add(`${source.path}:${lineAt(source.text, start)} ${message}`);
  const { parents, roots } = readFile(source, results);
  for (const children of parents)
    for (const [index, child] of children.entries()) {
      const isOnly = children.length === 1 && !child.isList;
      if (isOnly || child.kinds.size < 2) continue;
      if (child.kinds.has('text')) report(child, 'may be a text that changes: give it an element of its own');
      else if (isTextNext(children.slice(index + 1)))
        report(child, 'comes and goes before a text: give the text an element of its own');
    }
  for (const child of roots)
    if (child.kinds.has('text') && !child.kinds.has('unknown'))
      report(child, 'is a text at the root of a component or fragment: give it an element of its own');
  return [...errors];
}

/** Whether a text can be the next sibling in the document. */
function isTextNext(siblings: readonly JsxChild[]): boolean {
  const [next, ...rest] = siblings;
  return next !== undefined && (next.kinds.has('text') || (next.kinds.has('nothing') && isTextNext(rest)));
}
