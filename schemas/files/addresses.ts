/** The URL of a file's content. */
export const fileAddress = (id: string): string => `/api/files/${id}/content`;

/** The URL of a file's thumbnail. Only pictures have one. */
export const thumbnailAddress = (id: string): string => `/api/files/${id}/thumbnail`;
