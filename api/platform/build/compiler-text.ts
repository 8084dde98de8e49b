import { dirname, join, relative, resolve } from 'node:path';
import { type Plugin, type Rolldown, build as viteBuild } from 'vite';

/** The text of `grammar/compiler/` as one CommonJS script, and the modules that it imports by their paths from the root. */
export async function bundleCompiler(root: string): Promise<{ text: string; imports: readonly string[] }> {
  const folder = join(root, 'grammar', 'compiler');
  const outside: Plugin = {
    name: 'outside-of-the-compiler',
    enforce: 'pre',
    resolveId(id, importer) {
      const path = importer === undefined ? id : resolve(dirname(importer), id);
      return path.startsWith(folder) ? path : { id: relative(root, path), external: true };
    },
  };
  const built = await viteBuild({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [outside],
    build: {
      ssr: join(folder, 'whole-script.ts'),
      target: 'node20',
      write: false,
      minify: true,
      rolldownOptions: { output: { format: 'cjs' } },
    },
  });
  const chunks: Rolldown.OutputChunk[] = [built].flat().flatMap((one) => ('output' in one ? [one.output[0]] : []));
  return { text: chunks.map(({ code }) => code).join(''), imports: chunks.flatMap((chunk) => chunk.imports) };
}

/** Puts that text into a bundle, so that the server can evaluate it again (grammar/compiler-text.ts). */
export function compilerTextPlugin(root: string): Plugin {
  const path = join(root, 'grammar', 'compiler-text.ts');
  return {
    name: 'compiler-text',
    async load(id) {
      if (id !== path) return null;
      const { text, imports } = await bundleCompiler(root);
      const lines = imports.map((name, at) => `import * as module${at} from ${JSON.stringify(join(root, name))};`);
      const modules = imports.map((name, at) => `${JSON.stringify(name)}: { ...module${at} }`);
      return `${lines.join('\n')}
        export const compilerText = { text: ${JSON.stringify(text)}, modules: { ${modules.join(', ')} } };`;
    },
  };
}
