import { setTimeout as pause } from 'node:timers/promises';
import { type ProductOptions, spawnProduct } from '#tests/product/product.ts';

/** A supervised product: restarted whenever it exits, as compose.yaml does (`restart: unless-stopped`). */
export interface SupervisedProduct {
  url: string;
  dataDir: string;
  pid(): number;
  signal(signal: NodeJS.Signals): void;
  starts(): number;
  /** The output of all its starts. */
  output(): string;
  /** Stops it without a restart, and resolves when it has exited. */
  end(): Promise<void>;
}

/** Starts a product without waiting until it is ready. */
export function superviseProduct(options: ProductOptions & { port: number }): SupervisedProduct {
  const printed: string[] = [];
  const run = () => {
    const product = spawnProduct(options);
    product.process.once('exit', () => {
      printed.push(product.output());
      void again();
    });
    return product;
  };
  const state = { starts: 1, shouldRun: true, product: run() };
  const again = async () => {
    await pause(200);
    if (!state.shouldRun) return;
    state.starts += 1;
    state.product = run();
  };
  return {
    url: state.product.url,
    dataDir: options.dataDir,
    pid: () => state.product.pid,
    signal: (signal) => void state.product.process.kill(signal),
    starts: () => state.starts,
    output: () => [...printed, state.product.output()].join(''),
    end: async () => {
      state.shouldRun = false;
      await state.product.stop();
    },
  };
}
