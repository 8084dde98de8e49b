import { compileScripts, type KeptScripts } from './compile-scripts.ts';
import type { Form, Problem } from './form.ts';
import { isRecord } from './is-record.ts';
import { readFormWith } from './read-form-with.ts';
import { writtenWidget } from './written-widget.ts';

/**
 * Reads one form again and again while it is designed, as `readForm` does: a script is compiled anew only where its text, or
 * the type of something that it reads, is another than in the reading before, and a widget's meta and config are the same
 * objects as long as it is written by the same one. So what was read is never to be changed in place.
 */
export function createFormReader(): (formSchema: unknown) => Form {
  type Entries = Map<string, ReturnType<KeptScripts['earlier']>>;
  let before: Entries = new Map();
  const readParts = createPartsReader();
  return (formSchema) => {
    const now: Entries = new Map();
    const kept: KeptScripts = {
      earlier: (key) => before.get(key) ?? [],
      keep: (key, script) => now.set(key, [...(now.get(key) ?? []), script]),
    };
    const form = readFormWith(formSchema, (widgets) => compileScripts(widgets, kept), readParts);
    before = now;
    return form;
  };
}

/** Reads the parts of what is written once, with their problems from there on: it may stand elsewhere the next time. */
function createPartsReader(): typeof writtenWidget {
  const known = new WeakMap<object, { parts: ReturnType<typeof writtenWidget>; problems: readonly Problem[] }>();
  return (raw, place, problems) => {
    if (!isRecord(raw)) return writtenWidget(raw, place, problems);
    const earlier = known.get(raw);
    const own: Problem[] = [];
    const read = earlier ?? { parts: writtenWidget(raw, '', own), problems: own };
    if (!earlier) known.set(raw, read);
    for (const problem of read.problems) problems.push({ ...problem, path: place + problem.path });
    return read.parts;
  };
}
