import type { GeneratedFile } from './resources.ts';

/** Makes the types and the registry of the widget types in `folder`/widgets. */
export async function generateWidgets(_folder: string): Promise<GeneratedFile[]> {
  return [];
}
