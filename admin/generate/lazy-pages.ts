import { lazyPage } from '../frame/lazy-component.tsx';

/** Lazy record page. Lists call its `preload` before a record is opened. */
export const LazyRecordPage = lazyPage(async () => (await import('./RecordPage.tsx')).RecordPage);

export const LazyCreatePage = lazyPage(async () => (await import('./CreatePage.tsx')).CreatePage);
