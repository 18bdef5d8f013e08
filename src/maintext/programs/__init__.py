"""Programs in other languages as child processes: started once, asked often, ended with the process that uses them."""

from maintext.programs.home import cache_folder, programs_home
from maintext.programs.leash import start
from maintext.programs.talker import Talker, talker

__all__ = ["Talker", "cache_folder", "programs_home", "start", "talker"]
