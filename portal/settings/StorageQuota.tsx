import { useQuery } from '@tanstack/react-query';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import styles from './SettingsPage.module.css';

interface FileUsage {
  used: number;
  allowed: number;
}

/** The storage quota of the person's files. */
export function StorageQuota() {
  const { data, error } = useQuery({
    queryKey: ['files', 'usage'],
    queryFn: ({ signal }) => request<FileUsage>({ path: 'files/usage', signal }),
  });
  return (
    <section className={styles.section} aria-labelledby="file-room">
      <h2 id="file-room">Your files</h2>
      {error && <Banner status="error" title={error.message} />}
      {data && (
        <p
          className={styles.hint}
        >{`The files that you uploaded have ${sizeInWords(data.used)} of the ${sizeInWords(data.allowed)} that there are for you. A file that nothing holds any more is removed after 7 days.`}</p>
      )}
    </section>
  );
}
