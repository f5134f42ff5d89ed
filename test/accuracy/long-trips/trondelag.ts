/** Trøndelag: E6, Fv. 17, Fv. 714, Fv. 715, Fv. 720. */
export const TRONDELAG = `
  Melhus > Levanger, 88-106 km: round Trondheim on the E6: sections S and T, each its own hour group (vegamot.no); Ranheim; what the new stations at Stjørdal and Åsen cost is not known
       22   53  Klett - E6, S-snitt
       16   38  Tonstad, T-snitt
       60  121  Ranheim
        ?    ?  E6 Stjørdal
        ?    ?  E6 Åsen
       98  212  in all
       78.40  212  with tag

  Levanger > Melhus, 88-106 km: as northward, all of them charge both directions
        ?    ?  E6 Åsen
        ?    ?  E6 Stjørdal
       60  121  Ranheim
       16   38  Tonstad, T-snitt
       22   53  Klett - E6, S-snitt
       98  212  in all
       78.40  212  with tag

  Vanvikan > Åfjord, 45-70 km: Fosenvegene: one station, at Krinsvatn on fv. 715
       57  136  Krinsvatn
       57  136  in all
       45.60  136  with tag

  Orkanger > Fillan, 68-95 km: Laksevegen, fv. 714: Våvatnet and Valslag
       76  252  Våvatnet
       96  321  Fv. 714 Valslag
      172  573  in all
      137.60  573  with tag

  Steinkjer > Malm, 20-38 km: fv. 17 over Beitstadsundbrua, then fv. 720
       34   68  Dyrstad
       66  133  Malm
      100  201  in all
       80  201  with tag

  Steinkjer > Namsos, 66-88 km: fv. 17 over Beitstadsundbrua: Dyrstad and Sprova
       34   68  Dyrstad
       57  114  Sprova
       91  182  in all
       72.80  182  with tag
`;
