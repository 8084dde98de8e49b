import { Session } from 'node:inspector/promises';

/** The machine-independent work of a module: the number of code blocks run, and the bytes allocated. */
interface Work {
  steps: number;
  bytes: number;
}

/** Work by the path of the module below grammar/. */
export type Works = ReadonlyMap<string, Work>;

/** The sampling interval of the heap profiler in bytes. */
const interval = 65_536;

/**
 * Measures the work of the modules of grammar/ with V8's precise coverage and heap sampling. For modules loaded before
 * `start` only function calls are counted, so load them afterwards.
 */
export class WorkCounter {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Measures the work of running `code`, whose result is dropped. */
  async count(code: () => unknown): Promise<Works> {
    await this.#session.post('Profiler.takePreciseCoverage');
    await this.#session.post('HeapProfiler.startSampling', {
      samplingInterval: interval,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    code();
    const { profile } = await this.#session.post('HeapProfiler.stopSampling');
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const works = new Map<string, Work>();
    for (const { url, functions } of result) {
      const steps = functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
      add(works, url, { steps, bytes: 0 });
    }
    addBytes(works, profile.head);
    return works;
  }

  stop(): void {
    this.#session.disconnect();
  }
}

interface Place {
  readonly callFrame: { readonly url: string };
  readonly selfSize: number;
  readonly children: readonly Place[];
}

function addBytes(works: Map<string, Work>, { callFrame, selfSize, children }: Place): void {
  add(works, callFrame.url, { steps: 0, bytes: selfSize });
  for (const child of children) addBytes(works, child);
}

function add(works: Map<string, Work>, url: string, { steps, bytes }: Work): void {
  const path = /\/grammar\/((?:[a-z-]+\/)?[a-z-]+\.[jt]s)$/.exec(url)?.[1];
  if (path === undefined) return;
  const work = works.get(path) ?? { steps: 0, bytes: 0 };
  work.steps += steps;
  work.bytes += bytes;
  works.set(path, work);
}
