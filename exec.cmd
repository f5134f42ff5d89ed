@rem The shell of Windows has no word "exec": there, "npm start" finds this file in its place.
@%*
