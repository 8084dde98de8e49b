import { useQuery } from '@tanstack/react-query';
import { fileUrl, hasThumbnail, thumbnailUrl } from '#schemas/files/thumbnails.ts';
import type { FileValue } from '#schemas/forms/kinds/file.ts';
import type { ProofOfWork } from '#schemas/generated/types.ts';
import type { Page } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { FileLink } from '../../forms/files/FileLink.tsx';
import styles from './Proof.module.css';
import { proofDateText } from './proofDateText.ts';

/** A list of proof-of-work records with their pictures, newest first. */
export function ProofList({ found, label }: { found: readonly ShownProof[]; label: string }) {
  return (
    <div className={styles.proof}>
      <h3 className={styles.label}>
        <span>{label}</span> <span className={styles.count}>{found.length}</span>
      </h3>
      <ul className={styles.list}>
        {found.map((each) => (
          <li key={each.id} className={styles.record}>
            <ProofRecord proof={each} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ProofRecord({ proof: { name, date, module, status, notes, hidden, files } }: { proof: ShownProof }) {
  const readableFiles = files.filter((file) => typeof file !== 'string');
  const pictures = readableFiles.filter(({ mimeType }) => hasThumbnail(mimeType));
  return (
    <>
      <p className={styles.what}>
        <span className={styles.name}>{name}</span>
        {status && <span className={styles.mark}>{status}</span>}
        {hidden && <span className={styles.mark}>Hidden from the agency</span>}
      </p>
      <p className={styles.about}>
        <time dateTime={date}>{proofDateText(date)}</time>
        <span>{module && ` · ${module}`}</span>
      </p>
      {notes && <p className={styles.notes}>{notes}</p>}
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((file) => (
            <li key={file.id}>
              <Picture file={file} />
            </li>
          ))}
        </ul>
      )}
      {readableFiles
        .filter((file) => !pictures.includes(file))
        .map((file) => (
          <p key={file.id} className={styles.file}>
            <FileLink file={file} />
          </p>
        ))}
    </>
  );
}

const Picture = ({ file: { id, name } }: { file: FileValue }) => (
  <a href={fileUrl(id)} target="_blank" rel="noreferrer noopener" title={name}>
    <img className={styles.picture} src={thumbnailUrl(id)} alt={name} loading="lazy" width={96} height={96} />
  </a>
);

/** A proof-of-work record of an order or line. A file that may not be read stays an id. */
type ShownProof = Omit<ProofOfWork, 'files'> & { files: (FileValue | string)[] };

/** The largest page of the API; the newest records. */
const limit = 200;

/** Hook: all proof of work of an order, in one request for all of its lines. */
export const useProof = (orderId: string) =>
  useQuery({
    queryKey: ['proof_of_work', 'order', orderId],
    queryFn: ({ signal }) =>
      request<Page<ShownProof>>({
        path: 'proof_of_work',
        query: { orderId, limit, sort: '-date', populate: 'files' },
        signal,
      }),
  });
