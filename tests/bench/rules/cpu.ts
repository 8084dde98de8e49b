/** Milliseconds of CPU that this process has used, its helping threads included. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
