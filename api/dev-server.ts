import { configWarnings } from './platform/config/check.ts';
import { loadConfig } from './platform/config/config.ts';
import { runningDatabaseUri } from './platform/database/running.ts';
import { openShutdown } from './platform/process/shutdown.ts';
import { serve } from './serve.ts';

/**
 * The API alone, as `npm run dev` runs it behind Vite: `dev-server.ts PORT`. It is reached through PUBLIC_URL. It does
 * not shut down its database, which runs on DATA_DIR unless MONGODB_URI is set.
 */
const [port] = process.argv.slice(2);

const closing = openShutdown();
try {
  const config = loadConfig();
  for (const warning of configWarnings()) process.stdout.write(`${warning}\n`);
  await serve({
    config: {
      ...config,
      host: '127.0.0.1',
      port: Number(port),
      // tsx restarts with SIGTERM, and there is no load balancer to wait for.
      drainTime: 0,
      mongodbUri: config.mongodbUri ?? runningDatabaseUri(config.dataDir),
    },
    closing,
    database: undefined,
  });
} catch (error) {
  await closing.fail(error);
}
