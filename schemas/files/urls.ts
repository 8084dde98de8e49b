/** The URL of a file's content. */
export const fileUrl = (id: string): string => `/api/files/${id}/content`;

/** The URL of a file's thumbnail. Only pictures have one. */
export const thumbnailUrl = (id: string): string => `/api/files/${id}/thumbnail`;
