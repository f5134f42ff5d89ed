/** Mean radius of the earth. Source: IUGG mean radius R1 of GRS80, 6 371 008.8 m. */
export const EARTH_RADIUS_M = 6_371_008.8;

/** Metres per degree of latitude on a sphere of that radius, 111 195.08. */
export const M_PER_DEG = (EARTH_RADIUS_M * Math.PI) / 180;
