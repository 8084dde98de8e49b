import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The shifted clock of the processes that are started with it. */
export interface ShiftedClock {
  environment: Record<string, string>;
  /** Sets the offset in milliseconds. */
  moveTo(offset: number): Promise<void>;
  close(): Promise<void>;
}

/** Makes a clock that can be shifted without the machine's; needs `cc`. */
export async function openShiftedClock(): Promise<ShiftedClock> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-clock-'));
  const [library, path] = [join(folder, 'moved-clock.so'), join(folder, 'offset')];
  await promisify(execFile)('cc', ['-shared', '-fPIC', '-O2', '-o', library, 'tests/faults/report/moved-clock.c']);
  const file = await open(path, 'w+');
  const moveTo = async (offset: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(offset));
    await file.write(bytes, 0, bytes.length, 0);
  };
  await moveTo(0);
  return {
    environment: { LD_PRELOAD: library, CLOCK_OFFSET: path },
    moveTo,
    close: async () => {
      await file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
