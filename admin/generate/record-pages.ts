import { lazyPage } from '../frame/lazily.tsx';

/** The page of one record. Lists call `ahead` when somebody is about to open one. */
export const RecordPage = lazyPage(async () => (await import('./RecordPage.tsx')).RecordPage);

export const CreatePage = lazyPage(async () => (await import('./CreatePage.tsx')).CreatePage);
