import { compileScripts, type ScriptCache } from './compile-scripts.ts';
import type { Form, Problem } from './form.ts';
import { isRecord } from './is-record.ts';
import { parseWidget, readFormWith } from './read-form-with.ts';

/**
 * An incremental `readForm` for the designer. A script is compiled again only if its source or the types of what it
 * reads have changed. A widget's meta and config stay the same objects as long as the source object is the same, so
 * parsed parts must not be modified.
 */
export function createFormReader(): (formSchema: unknown) => Form {
  type Entries = Map<string, ReturnType<ScriptCache['earlier']>>;
  let before: Entries = new Map();
  const readParts = createPartsReader();
  return (formSchema) => {
    const now: Entries = new Map();
    const cache: ScriptCache = {
      earlier: (key) => before.get(key) ?? [],
      store: (key, script) => now.set(key, [...(now.get(key) ?? []), script]),
    };
    const form = readFormWith(formSchema, (widgets) => compileScripts(widgets, cache), readParts);
    before = now;
    return form;
  };
}

/** Caches the parts of each widget by source object. Paths of problems are relative, since the widget may move. */
function createPartsReader(): typeof parseWidget {
  const known = new WeakMap<object, { parts: ReturnType<typeof parseWidget>; problems: readonly Problem[] }>();
  return (raw, place, problems) => {
    if (!isRecord(raw)) return parseWidget(raw, place, problems);
    const earlier = known.get(raw);
    const own: Problem[] = [];
    const read = earlier ?? { parts: parseWidget(raw, '', own), problems: own };
    if (!earlier) known.set(raw, read);
    for (const problem of read.problems) problems.push({ ...problem, path: place + problem.path });
    return read.parts;
  };
}
