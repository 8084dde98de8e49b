import { compileScripts, type KeptScripts } from './compile-scripts.ts';
import type { Form } from './form.ts';
import { readFormWith } from './read-form-with.ts';

/**
 * Reads one form again and again while it is designed, as `readForm` does: a script is compiled anew only where its text, or
 * the type of something that it reads, is another than in the reading before.
 */
export function createFormReader(): (formSchema: unknown) => Form {
  type Entries = Map<string, ReturnType<KeptScripts['earlier']>>;
  let before: Entries = new Map();
  return (formSchema) => {
    const now: Entries = new Map();
    const kept: KeptScripts = {
      earlier: (key) => before.get(key) ?? [],
      keep: (key, script) => now.set(key, [...(now.get(key) ?? []), script]),
    };
    const form = readFormWith(formSchema, (widgets) => compileScripts(widgets, kept));
    before = now;
    return form;
  };
}
