/** Where the API has the bytes of a file. */
export const fileAddress = (id: string): string => `/api/files/${id}/content`;

/** Where it has a picture in small; a kind of file that none is made of has none. */
export const thumbnailAddress = (id: string): string => `/api/files/${id}/thumbnail`;
